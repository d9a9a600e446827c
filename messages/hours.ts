import { CLOCK, DAY_PERIODS, DAYS_AND_HOURS, FULL_HOUR, LANGUAGE, SPAN_OF_DAYS } from '#messages';
import { clockParts, fromDhaka, minutesOf, weekdayName } from '../base/dates.ts';
import { type Hours, WEEKDAYS } from '../domain/shop/settings.ts';
import { formatMessage } from './format.ts';

/** 'Sunday to Thursday, 9:00 AM to 10:00 PM'. Neighbouring days with the same hours stand together. */
export function formatHours(hours: Hours): string {
  const spans: { from: number; to: number; hours: string }[] = [];
  for (const [day, name] of WEEKDAYS.entries()) {
    const open = hours[name];
    const last = spans.at(-1);
    if (open === undefined) continue;
    if (last?.hours === open && last.to === day - 1) last.to = day;
    else spans.push({ from: day, to: day, hours: open });
  }
  return spans
    .map(({ from, to, hours: open }) => {
      const [opens = '', closes = ''] = open.split('-').map(formatClock);
      const isOneDay = from === to;
      const first = weekdayName(LANGUAGE, from, LANGUAGE === 'bn' && !isOneDay ? 'short' : 'long');
      const span = { from: first, to: weekdayName(LANGUAGE, to, 'long') };
      const days = isOneDay ? first : formatMessage(SPAN_OF_DAYS, span);
      return formatMessage(DAYS_AND_HOURS, { days, opens, closes });
    })
    .join('; ');
}

/** '09:00' → '9:00 AM'. */
function formatClock(clock: string): string {
  const time = fromDhaka(new Date(minutesOf(clock) * 60_000));
  return formatMessage(clock.endsWith(':00') ? FULL_HOUR : CLOCK, clockParts(LANGUAGE, time, DAY_PERIODS));
}
