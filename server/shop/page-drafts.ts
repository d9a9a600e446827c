/**
 * Starting texts of the pages in both languages, which the console offers, from drafts/; what pages say of the settings,
 * in the places for it; and which pages say something else.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { clockParts, fromDhaka, minutesOf, weekdayName } from '../../base/dates.ts';
import { localDigits } from '../../base/digits.ts';
import { fillIn } from '../../base/message.ts';
import { filledPage, pageBlocks } from '../../domain/shop/page-text.ts';
import { PAGE_SETTINGS, PAGES, type PageTexts } from '../../domain/shop/pages.ts';
import { readPhone } from '../../domain/typed/phone.ts';
import type { ShopFee } from '../../domain/shop/areas.ts';
import { SETTINGS, type ShopSettings, WEEKDAYS } from '../../domain/shop/settings.ts';
import { shopNameIn } from '../../domain/shop-name.ts';
import { TEXTS } from '../../messages/texts.ts';

const PHRASES = {
  en: {
    days: 'We deliver on {days}, but not on holidays.',
    everyDay: 'We deliver every day, but not on holidays.',
    and: ' and ',
    sameDay:
      ' What you order before {hour} on such a day usually comes the same day, and what you order later on the next one.',
    nextDay: ' Your order comes on the next of these days.',
    times: ' You choose the time when you order.',
    hour: '{hour} {period}',
    minute: '{hour}:{minute} {period}',
    fee: 'Delivery costs Tk {fee}.',
    feeFrom: 'Delivery costs Tk {fee} or more, depending on where you live.',
    free: 'Delivery is free.',
    freeFrom: ' It is free for orders from Tk {freeFrom}.',
    minimum: ' The smallest order is Tk {minimum}.',
    open: ' When we are open stands further down on this page.',
  },
  bn: {
    days: 'আমরা {days} ডেলিভারি দিই, তবে ছুটির দিনে নয়।',
    everyDay: 'আমরা প্রতিদিন ডেলিভারি দিই, তবে ছুটির দিনে নয়।',
    and: ' ও ',
    sameDay: ' এমন দিনে {hour} আগে অর্ডার করলে সাধারণত সেদিনই পাবেন, তার পরে করলে পরের ডেলিভারির দিনে।',
    nextDay: ' অর্ডার পাবেন এর পরের ডেলিভারির দিনে।',
    times: ' কখন ডেলিভারি নেবেন, তা অর্ডার করার সময় বেছে নেবেন।',
    hour: '{period} {hour}টার',
    minute: '{period} {hour}:{minute}-এর',
    fee: 'ডেলিভারি চার্জ ৳{fee}।',
    feeFrom: 'ডেলিভারি চার্জ ৳{fee} থেকে শুরু, কত হবে তা এলাকার ওপর নির্ভর করে।',
    free: 'ডেলিভারি ফ্রি।',
    freeFrom: ' ৳{freeFrom} বা তার বেশি কিনলে ডেলিভারি ফ্রি।',
    minimum: ' কমপক্ষে ৳{minimum}-এর অর্ডার নেওয়া হয়।',
    open: ' দোকান কখন খোলা, তা এই পেজের নিচের দিকে লেখা আছে।',
  },
} as const;

/** The names of buttons and screens are filled in; what settings say stays a place to fill in when a page is shown. */
export function pageDrafts(): PageTexts {
  const drafts = (['en', 'bn'] as const).flatMap((language) =>
    PAGES.map((name) => {
      const text = readFileSync(path.join(import.meta.dirname, 'drafts', language, `${name}.txt`), 'utf8');
      return [language === 'en' ? name : `${name}Bn`, filledPage(text.trim(), TEXTS[language])];
    }),
  );
  return Object.fromEntries(drafts) as PageTexts;
}

/** What a page says of the same-day hour and of the fee, in each language, as the drafts do. */
const SAID: Readonly<Record<keyof typeof PHRASES, readonly RegExp[]>> = {
  en: [/\border\w*\b[^.\n]{0,40}?\bbefore \d{1,2}(?::\d{2})? ?[AP]M/gi, /\bdelivery costs Tk \d+(?:\.\d+)?/gi],
  bn: [/[\p{L}\p{M}]+ [০-৯]{1,2}(?:টার|:[০-৯]{2}-এর) আগে অর্ডার/gu, /ডেলিভারি চার্জ ৳[০-৯]+(?:\.[০-৯]+)?/gu],
};

/** What pages state that is not so by now: other phones and not the shop's, another same-day hour, another fee. */
export function stalePages(settings: ShopSettings, fee: ShopFee): { page: string; says: string }[] {
  const digitsOf = (phone: string): string => readPhone(phone).replace(/\D/g, '').slice(-10);
  return PAGE_SETTINGS.flatMap((name) => {
    const language = name.endsWith('Bn') ? 'bn' : 'en';
    const values = pageValues(language, settings, fee);
    const text = filledPage(settings[name], values);
    const right = `${values.when} ${values.cost}`.toLowerCase();
    const parts = pageBlocks(text).flatMap(({ lines }) => lines.flat());
    const phones = parts.flatMap((part) => (typeof part !== 'string' && part.href.startsWith('tel:') ? part.text : []));
    const hasOurs = text.includes(values.phone) || phones.some((phone) => digitsOf(phone) === digitsOf(settings.phone));
    const others = SAID[language].flatMap((said) => {
      const now: readonly string[] = right.match(said) ?? [];
      return (text.match(said) ?? []).filter((one) => !now.includes(one.toLowerCase()));
    });
    return [...(hasOurs ? [] : phones.slice(0, 1)), ...others].map((says) => ({ page: SETTINGS[name].label, says }));
  });
}

/** What pages say of the settings as they are now. `delivery`: the lowest fee where it depends on the area. */
export function pageValues(language: keyof typeof PHRASES, settings: ShopSettings, delivery: ShopFee) {
  const { deliveryDays, sameDayUntil, slots, hours, phone } = settings;
  const { fee, freeFrom, minimum, atLeast = false } = delivery;
  const phrases = PHRASES[language];
  const fill = (text: string, values: Readonly<Record<string, unknown>>): string =>
    fillIn<string>(language, text, values);
  const names = deliveryDays.map((day) => weekdayName(language, WEEKDAYS.indexOf(day), 'long'));
  const days = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(phrases.and);
  const until = fromDhaka(new Date(minutesOf(sameDayUntil) * 60_000));
  const clock = clockParts(language, until, TEXTS[language].DAY_PERIODS);
  const hour = fill(sameDayUntil.endsWith(':00') ? phrases.hour : phrases.minute, clock);
  return {
    shop: shopNameIn(language, settings),
    phone: localDigits(language, phone),
    when:
      fill(names.length === WEEKDAYS.length ? phrases.everyDay : phrases.days, { days }) +
      fill(slots.length > 0 ? phrases.times : sameDayUntil === '00:00' ? phrases.nextDay : phrases.sameDay, { hour }),
    cost:
      fill(atLeast ? phrases.feeFrom : fee > 0 ? phrases.fee : phrases.free, { fee }) +
      (fee === 0 || freeFrom === null || atLeast ? '' : fill(phrases.freeFrom, { freeFrom })) +
      (minimum === null || atLeast ? '' : fill(phrases.minimum, { minimum })),
    open: Object.keys(hours).length > 0 ? phrases.open : '',
  };
}
