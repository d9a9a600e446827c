/** Starting texts of the pages in both languages, true of any shop. The console offers them. */
import { clockParts, fromDhaka, minutesOf, weekdayName } from '../../base/dates.ts';
import { localDigits } from '../../base/digits.ts';
import type { Language } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import { PAGES, type PageTexts } from '../../domain/shop/pages.ts';
import { type ShopSettings, WEEKDAYS } from '../../domain/shop/settings.ts';
import { TEXTS } from '../../messages/texts.ts';
import { BANGLA } from './page-drafts-bn.ts';
import { ENGLISH } from './page-drafts-en.ts';

/** As the settings are now. */
export function pageDrafts(settings: ShopSettings): PageTexts {
  const english = draftsIn('en', ENGLISH, settings.name, settings);
  const bangla = draftsIn('bn', BANGLA, settings.nameBn, settings);
  return Object.fromEntries(
    PAGES.flatMap((name) => [
      [name, english(name)],
      [`${name}Bn`, bangla(name)],
    ]),
  ) as PageTexts;
}

function draftsIn(language: Language, texts: typeof ENGLISH, shop: string, settings: ShopSettings) {
  const { deliveryDays, sameDayUntil, fee, freeFrom, minimum, hours, phone } = settings;
  const names = deliveryDays.map((day) => weekdayName(language, WEEKDAYS.indexOf(day), 'long'));
  const clock = clockParts(
    language,
    fromDhaka(new Date(minutesOf(sameDayUntil) * 60_000)),
    TEXTS[language].DAY_PERIODS,
  );
  const fill = (text: string, values: Readonly<Record<string, unknown>>): string =>
    fillIn<string>(language, text, values);
  const values = {
    ...TEXTS[language],
    shop,
    phone: localDigits(language, phone),
    when:
      fill(names.length === WEEKDAYS.length ? texts.everyDay : texts.days, {
        days: [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(texts.and),
      }) +
      fill(sameDayUntil === '00:00' ? texts.nextDay : texts.sameDay, {
        hour: fill(sameDayUntil.endsWith(':00') ? texts.hour : texts.minute, clock),
      }),
    cost:
      fill(fee > 0 ? texts.fee : texts.free, { fee }) +
      (fee > 0 && freeFrom !== null ? fill(texts.freeFrom, { freeFrom }) : '') +
      (minimum === null ? '' : fill(texts.minimum, { minimum })),
    open: Object.keys(hours).length > 0 ? texts.open : '',
  };
  return (name: (typeof PAGES)[number]): string => fill(texts[name], values).replaceAll('\n# ', '\n\n# ');
}
