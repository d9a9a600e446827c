/** A count or an amount in whole Tk, with separators: '100,000'. */
export const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format;

const exact = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 'Tk 1,234.50' */
export function exactTk(tk: number): string {
  return `Tk ${exact.format(tk)}`;
}
