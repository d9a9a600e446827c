/** The day of a delivery (product §9). A day is a text 'YYYY-MM-DD'. */
import { dayInDhaka, inDhaka } from '../../base/dates.ts';
import { readDay } from '../typed/day.ts';
import type { Slot } from '../shop/slots.ts';

export interface DeliveryRules {
  /** The days of the week with deliveries, as `getUTCDay` counts them; at least one. */
  days: readonly number[];
  /** Days without delivery, 'YYYY-MM-DD'. */
  holidays: readonly string[];
  /** Until when an order can arrive on the same day, in minutes after midnight in Dhaka. 0: never. */
  sameDayUntil: number;
  /**
   * In its place in a shop with delivery times (domain/shop/slots.ts): until when an order can arrive on each day of the week, in
   * minutes after its midnight, perhaps before it; null: on such a day none can.
   */
  latest?: readonly (number | null)[];
}

const DAY_MS = 86_400_000;

/** Whether a text is a day of the calendar: '2026-02-28', but not '2026-02-29'. */
export function isDay(text: string): boolean {
  return readDay(text) === text;
}

/** The same day until `sameDayUntil`, else the next one, or the first one after it with deliveries. */
export function expectedDelivery(orderedAt: Date, rules: DeliveryRules): string {
  const local = inDhaka(orderedAt).getTime();
  const isLate = (day: string): boolean => local >= Date.parse(day) + latestOrder(day, rules) * 60_000;
  let day = dayInDhaka(orderedAt);
  while (!isDeliveryDay(day, rules) || isLate(day)) day = dayAfter(day);
  return day;
}

/** Until when an order can arrive on a day, in minutes after its midnight in Dhaka. */
export function latestOrder(day: string, { sameDayUntil, latest }: DeliveryRules): number {
  return latest ? (latest[new Date(day).getUTCDay()] ?? -Infinity) : sameDayUntil;
}

/** The same text at any two times between which nothing else can be promised: it ends at midnight and `sameDayUntil`. */
export function promisePeriod(at: Date, rules: DeliveryRules): string {
  const local = inDhaka(at).getTime();
  const day = Math.floor(local / DAY_MS);
  // Each request asks for it.
  if (rules.latest) return `${day} ${expectedDelivery(at, rules)}`;
  return `${day}${local % DAY_MS < rules.sameDayUntil * 60_000 ? 'a' : 'b'}`;
}

/** Whether an order can be promised for a day, or moved to it. */
export function canDeliverOn(day: string, today: string, rules: DeliveryRules): boolean {
  return day >= today && isDeliveryDay(day, rules);
}

/** The next days with deliveries, from today on. */
export function deliveryDays(today: string, rules: DeliveryRules, count = 14): string[] {
  const days: string[] = [];
  for (let day = today; days.length < count; day = dayAfter(day)) if (isDeliveryDay(day, rules)) days.push(day);
  return days;
}

function isDeliveryDay(day: string, { days, holidays }: DeliveryRules): boolean {
  return days.includes(new Date(day).getUTCDay()) && !holidays.includes(day);
}

/** The day after a day, or so many days after it (before it, when negative). */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** When an order comes, as one text: '2026-11-26', with its time '2026-11-26 17:00-20:00'. */
export function whenOf<Day extends string | null>(order: { deliveryDay: Day; slot?: Slot | undefined }): Day | string {
  return order.slot ? `${order.slot.day} ${order.slot.from}-${order.slot.to}` : order.deliveryDay;
}

/** What asks for the time in such a text. */
export const slotIn = (when: string) =>
  when[10] ? { slot: { day: when.slice(0, 10), from: when.slice(11, 16) } } : {};
