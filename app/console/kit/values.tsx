/** How the console writes times, days, numbers and phones. */
import { type ComponentProps, useEffect, useState } from 'react';
import { dayInDhaka, dayParts, weekdayName } from '../../../base/dates.ts';
import { LANGUAGE, PRICE } from '#messages';
import { LANGUAGE_RULES } from '../../../base/language.ts';
import { t, told } from '../../../messages/console/t.ts';
import { formatMessage } from '../../../messages/format.ts';
import { HOWS, type Moved } from '../../../domain/orders/ledger.ts';
import { dayAfter } from '../../../domain/orders/delivery.ts';
import type { Slot } from '../../../domain/shop/slots.ts';
import { formatSlot, formatTime } from '../../../messages/dates.ts';

const MINUTE_MS = 60_000;

/** How long ago a time is, in the largest whole unit: '5 min', '3 h', '2 d'. */
function ageText(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes < 1) return t('now');
  if (minutes < 60) return t('{n} min', { n: minutes });
  return minutes < 24 * 60
    ? t('{n} h', { n: Math.floor(minutes / 60) })
    : t('{n} d', { n: Math.floor(minutes / (24 * 60)) });
}

/** `from`: now, by the page's data. Without it the time stands there at first. */
export function Age({ at, from }: { at: Date; from?: Date }) {
  const [now, setNow] = useState(from);
  useEffect(() => {
    const update = (): void => setNow(new Date());
    update();
    const timer = setInterval(update, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return <Time at={at} text={now && ageText(at, now)} />;
}

/** A time in Dhaka; when `text` stands for it, it is the tooltip. */
export function Time({ at, text }: { at: Date; text?: string | undefined }) {
  const time = formatTime(at);
  return (
    <time dateTime={at.toISOString()} title={text && time} className="figures">
      {text ?? time}
    </time>
  );
}

export function Day({ at }: { at: Date }) {
  return <Time at={at} text={dateText(dayInDhaka(at))} />;
}

/** '24 Nov 2026' */
export function dateText(of: string): string {
  const { day, month, year } = dayParts(LANGUAGE, of, 'short');
  return `${day} ${month} ${year}`;
}

/** '24 Nov' */
export function shortDay(of: string): string {
  const { day, month } = dayParts(LANGUAGE, of, 'short');
  return `${day} ${month}`;
}

/** A day of delivery: 'Today', 'Tomorrow', 'Tue 24 Nov'. Both are days 'YYYY-MM-DD'; on paper there is no today. */
export function dayText(day: string, today?: string): string {
  if (day === today) return t('Today');
  if (today && day === dayAfter(today)) return t('Tomorrow');
  return `${weekdayName(LANGUAGE, new Date(day).getUTCDay(), 'short')} ${shortDay(day)}`;
}

/** The same with the hours of an order's delivery time: 'Tue 24 Nov, 5 PM–8 PM'. */
export function whenText(day: string, slot: Slot | undefined, today?: string): string {
  return slot ? `${dayText(day, today)}, ${formatSlot(slot)}` : dayText(day, today);
}

/** In Bangla with its digits, and lakhs. */
export const LOCALE = LANGUAGE_RULES[LANGUAGE].locale;

/** A count or an amount in whole Tk, with separators: '100,000'. */
export const grouped = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 }).format;

const [whole, exact] = [0, 2].map(
  (digits) =>
    new Intl.NumberFormat(LOCALE, {
      useGrouping: 'min2',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
);

/** '85', '1347.40', '−12,000'. Decimals stand only where there are any. */
export function amountText(tk: number): string {
  const poisha = Math.round(Math.abs(tk) * 100);
  const amount = (poisha % 100 === 0 ? whole : exact)?.format(poisha / 100);
  return `${tk < 0 && poisha > 0 ? '−' : ''}${amount}`;
}

/** An amount: 'Tk 85'. */
export const formatTk = (tk: number): string => formatMessage(PRICE, { amount: amountText(tk) });

/** Of what was no cash, or has a number: ' by bKash, 8N7A6B5C'. */
export function movedText({ how = 'cash', reference = '' }: Partial<Moved>): string {
  return `${how === 'cash' ? '' : ` ${t('by {how}', { how: told(HOWS[how]) })}`}${reference && `, ${reference}`}`;
}

/** Where an address is on a map. */
export const mapOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** Opens a chat; nothing for a phone that has none. */
export function WhatsApp({ href, className = 'tap relative text-leaf hover:underline', children }: WhatsAppProps) {
  return href ? (
    <a href={href} target="_blank" rel="noreferrer" aria-label={t('WhatsApp')} className={className}>
      {children ?? t('WhatsApp')}
    </a>
  ) : null;
}

type WhatsAppProps = Pick<ComponentProps<'a'>, 'className' | 'children'> & { href: string | null | undefined };

export function Phone({
  number,
  chat,
  className = '',
}: {
  number: string;
  chat?: string | null | undefined;
  className?: string;
}) {
  return (
    <>
      <a href={`tel:${number}`} className={`tap text-leaf figures hover:underline ${className}`}>
        {number}
      </a>
      <WhatsApp href={chat} />
    </>
  );
}
