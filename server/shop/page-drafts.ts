/** Starting texts of the pages in both languages, true of any shop. The console offers them. */
import { clockParts, fromDhaka, minutesOf, weekdayName } from '../../base/dates.ts';
import { localDigits } from '../../base/digits.ts';
import type { Language } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import { PAGES, type PageName, type PageTexts } from '../../domain/shop/pages.ts';
import { type ShopSettings, WEEKDAYS } from '../../domain/shop/settings.ts';
import { TEXTS } from '../../messages/texts.ts';
import { DRAFTS_BN } from './page-drafts-bn.ts';
import { DRAFTS_EN } from './page-drafts-en.ts';

export type DraftTexts = Readonly<Record<PageName, string>>;

/** The drafts as the shop's settings are now. */
export function pageDrafts(settings: ShopSettings): PageTexts {
  const opens = Object.keys(settings.hours).length > 0;
  const english = {
    shop: settings.name,
    when: whenInEnglish(settings),
    cost: costInEnglish(settings),
    open: opens ? ' When we are open stands further down on this page.' : '',
  };
  const bangla = {
    shop: settings.nameBn,
    when: whenInBangla(settings),
    cost: costInBangla(settings),
    open: opens ? ' দোকান কখন খোলা, তা এই পেজের নিচের দিকে লেখা আছে।' : '',
  };
  const drafts = (language: Language, texts: DraftTexts, values: typeof english, suffix: string) => {
    const phone = localDigits(language, settings.phone);
    return PAGES.map((name) => [
      name + suffix,
      fillIn<string>(language, texts[name], { ...TEXTS[language], ...values, phone }),
    ]);
  };
  return Object.fromEntries([
    ...drafts('en', DRAFTS_EN, english, ''),
    ...drafts('bn', DRAFTS_BN, bangla, 'Bn'),
  ]) as PageTexts;
}

function whenInEnglish({ deliveryDays, sameDayUntil }: ShopSettings): string {
  const days = daysIn('en', deliveryDays, ' and ');
  const { hour, minute, period } = clockIn('en', sameDayUntil);
  const rule =
    sameDayUntil === '00:00'
      ? 'Your order comes on the next of these days.'
      : `What you order before ${minute === '00' ? hour : `${hour}:${minute}`} ${period} on such a day usually comes the same day, and what you order later on the next one.`;
  return `We deliver ${days === null ? 'every day' : `on ${days}`}, but not on holidays. ${rule}`;
}

function whenInBangla({ deliveryDays, sameDayUntil }: ShopSettings): string {
  const { hour, minute, period } = clockIn('bn', sameDayUntil);
  const rule =
    sameDayUntil === '00:00'
      ? 'অর্ডার পাবেন এর পরের ডেলিভারির দিনে।'
      : `এমন দিনে ${period} ${minute === '০০' ? `${hour}টার` : `${hour}:${minute}-এর`} আগে অর্ডার করলে সাধারণত সেদিনই পাবেন, তার পরে করলে পরের ডেলিভারির দিনে।`;
  return `আমরা ${daysIn('bn', deliveryDays, ' ও ') ?? 'প্রতিদিন'} ডেলিভারি দিই, তবে ছুটির দিনে নয়। ${rule}`;
}

function costInEnglish({ fee, freeFrom, minimum }: ShopSettings): string {
  const free = fee > 0 && freeFrom !== null ? ` It is free for orders from Tk ${freeFrom}.` : '';
  const smallest = minimum === null ? '' : ` The smallest order is Tk ${minimum}.`;
  return (fee > 0 ? `Delivery costs Tk ${fee}.` : 'Delivery is free.') + free + smallest;
}

function costInBangla({ fee, freeFrom, minimum }: ShopSettings): string {
  const free = fee > 0 && freeFrom !== null ? ` ৳${freeFrom} বা তার বেশি কিনলে ডেলিভারি ফ্রি।` : '';
  const smallest = minimum === null ? '' : ` কমপক্ষে ৳${minimum}-এর অর্ডার নেওয়া হয়।`;
  return localDigits('bn', (fee > 0 ? `ডেলিভারি চার্জ ৳${fee}।` : 'ডেলিভারি ফ্রি।') + free + smallest);
}

/** 'Sunday, Monday and Friday'; null for all days. */
function daysIn(language: Language, days: ShopSettings['deliveryDays'], and: string): string | null {
  if (days.length === WEEKDAYS.length) return null;
  const names = days.map((day) => weekdayName(language, WEEKDAYS.indexOf(day), 'long'));
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(and);
}

function clockIn(language: Language, clock: string): ReturnType<typeof clockParts> {
  return clockParts(language, fromDhaka(new Date(minutesOf(clock) * 60_000)), TEXTS[language].DAY_PERIODS);
}
