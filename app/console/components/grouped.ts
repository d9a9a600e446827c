/** A count or an amount in whole Tk, with separators: '100,000'. */
export const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format;
