/** The day of a delivery, and how days and times are shown (product §9). A day is a text 'YYYY-MM-DD', so days compare as texts. */

/** When the shop delivers, besides the days of the week. */
export interface DeliveryRules {
  /** Days without delivery, 'YYYY-MM-DD'. */
  holidays: readonly string[];
  /** Until when an order can arrive on the same day, in minutes after midnight in Dhaka. 0: never. */
  sameDayUntil: number;
}

const DAY_MS = 86_400_000;
/** Dhaka is 6 hours ahead of UTC all year, without daylight saving time, so an addition is enough. */
const DHAKA_OFFSET_MS = 6 * 3_600_000;
/** Of `getUTCDay`: Friday and Saturday, the days after it, are the weekend. */
const THURSDAY = 4;

// One locale's parts, put together here: complete formats differ between browsers. All formatted dates are UTC.
const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const timeFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: 'UTC',
});

/** Whether a text is a day of the calendar: '2026-02-28', but not '2026-02-29'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && dayOf(date) === text;
}

/** The day in Dhaka at a time. */
export function dayInDhaka(time: Date): string {
  return dayOf(inDhaka(time));
}

/**
 * The day on which an order can be expected: the same day until `sameDayUntil`, else the next one; when there is no delivery on
 * that day, the first day after it with one.
 */
export function expectedDelivery(orderedAt: Date, rules: DeliveryRules): string {
  const local = inDhaka(orderedAt);
  const isSameDay = local.getUTCHours() * 60 + local.getUTCMinutes() < rules.sameDayUntil;
  let day = isSameDay ? dayOf(local) : dayAfter(dayOf(local));
  while (!isDeliveryDay(day, rules)) day = dayAfter(day);
  return day;
}

/**
 * A day for people: 'today, Sunday 22 November', 'tomorrow, Monday 23 November', 'Sunday 29 November'. With the year when it is
 * not the year of `today`.
 */
export function deliveryDayText(day: string, today: string): string {
  const { weekday, day: dayOfMonth, month, year } = parts(dayFormat, new Date(day));
  const date = `${weekday} ${dayOfMonth} ${month}`;
  const text = day.slice(0, 4) === today.slice(0, 4) ? date : `${date} ${year}`;
  if (day === today) return `today, ${text}`;
  return day === dayAfter(today) ? `tomorrow, ${text}` : text;
}

/** A time in Dhaka for people: '22 Nov 2026, 6:30 PM'. */
export function timeInDhaka(time: Date): string {
  const { day, month, year, hour, minute, dayPeriod } = parts(timeFormat, inDhaka(time));
  return `${day} ${month} ${year}, ${hour}:${minute} ${dayPeriod}`;
}

function isDeliveryDay(day: string, { holidays }: DeliveryRules): boolean {
  return new Date(day).getUTCDay() <= THURSDAY && !holidays.includes(day);
}

/** The date whose UTC fields are those of Dhaka at a time. */
function inDhaka(time: Date): Date {
  return new Date(time.getTime() + DHAKA_OFFSET_MS);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + DAY_MS));
}

function parts(format: Intl.DateTimeFormat, date: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
}
