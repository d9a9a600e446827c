const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function grouped(amount: number): string {
  return WHOLE.format(amount);
}
