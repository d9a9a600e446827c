const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A count or an amount in whole Tk, with separators: '100,000'. */
export function grouped(amount: number): string {
  return WHOLE.format(amount);
}
