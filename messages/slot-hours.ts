/** The hours of a delivery time in the words of a language. */
import { clockParts, fromDhaka, minutesOf } from '../base/dates.ts';
import type { Language } from '../base/language.ts';
import { fillIn } from '../base/message.ts';
import type { TEXTS } from './texts.ts';

type HourTexts = Pick<(typeof TEXTS)[Language], 'CLOCK' | 'DAY_PERIODS' | 'HOUR' | 'SLOT_HOURS'>;

/** '17:00-20:00' → '5 PM–8 PM'. */
export function slotHours(language: Language, texts: HourTexts, hours: string): string {
  const [from = '', to = ''] = hours.split('-').map((clock) => {
    const time = fromDhaka(new Date(minutesOf(clock) * 60_000));
    const text = clock.endsWith(':00') ? texts.HOUR : texts.CLOCK;
    return fillIn(language, text, clockParts(language, time, texts.DAY_PERIODS));
  });
  return fillIn(language, texts.SLOT_HOURS, { from, to });
}
