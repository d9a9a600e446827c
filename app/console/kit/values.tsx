/** How the console writes times, days, numbers and phones. */
import { type ComponentProps, useEffect, useState } from 'react';
import { dayInDhaka, dayParts, shortDay, weekdayName } from '../../../base/dates.ts';
import { dayAfter } from '../../../domain/orders/delivery.ts';
import type { Slot } from '../../../domain/shop/slots.ts';
import { formatSlot, formatTime } from '../../../messages/dates.ts';

const MINUTE_MS = 60_000;

/** How long ago a time is, in the largest whole unit: '5 min', '3 h', '2 d'. */
function ageText(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`;
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
  const { day, month, year } = dayParts('en', dayInDhaka(at), 'short');
  return <Time at={at} text={`${day} ${month} ${year}`} />;
}

/** A day of delivery: 'Today', 'Tomorrow', 'Tue 24 Nov'. Both are days 'YYYY-MM-DD'; on paper there is no today. */
export function dayText(day: string, today?: string): string {
  if (day === today) return 'Today';
  if (today && day === dayAfter(today)) return 'Tomorrow';
  return `${weekdayName('en', new Date(day).getUTCDay(), 'short')} ${shortDay(day)}`;
}

/** The same with the hours of an order's delivery time: 'Tue 24 Nov, 5 PM–8 PM'. */
export function whenText(day: string, slot: Slot | undefined, today?: string): string {
  return slot ? `${dayText(day, today)}, ${formatSlot(slot)}` : dayText(day, today);
}

/** A count or an amount in whole Tk, with separators: '100,000'. */
export const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format;

const [whole, exact] = [0, 2].map(
  (digits) =>
    new Intl.NumberFormat('en', { useGrouping: 'min2', minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** '85', '1347.40', '−12,000'. Decimals stand only where there are any. */
export function amountText(tk: number): string {
  const poisha = Math.round(Math.abs(tk) * 100);
  const amount = (poisha % 100 === 0 ? whole : exact)?.format(poisha / 100);
  return `${tk < 0 && poisha > 0 ? '−' : ''}${amount}`;
}

/** An amount: 'Tk 85'. */
export const formatTk = (tk: number): string => `Tk ${amountText(tk)}`;

/** Where an address is on a map. */
export const mapOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** Opens a chat; nothing for a phone that has none. */
export function WhatsApp({ href, className = 'tap relative text-leaf hover:underline', children }: WhatsAppProps) {
  return href ? (
    <a href={href} target="_blank" rel="noreferrer" aria-label="WhatsApp" className={className}>
      {children ?? 'WhatsApp'}
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
