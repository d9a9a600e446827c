const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A number in few characters: '950', '12.5k', '1.2M'. */
export function shortText(value: number): string {
  return COMPACT.format(value).replace('K', 'k');
}

export function ordersText(orders: number): string {
  return WHOLE.format(orders);
}
