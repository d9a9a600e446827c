import { readPoisha } from '../../../domain/typed/number.ts';
import { t } from '../../../messages/console/t.ts';
import { formatPrice } from '../../../messages/format.ts';

/** What a rider has typed as taken, in Tk; or why that cannot be, before it is pressed where nobody answers. */
export function doorAmount(typed: unknown, due: number): { collected: number } | { fault: string } {
  const poisha = readPoisha(typed);
  if (poisha === null || poisha < 0) return { fault: t('Write the amount in Tk, such as 85 or 85.50.') };
  const over = poisha - Math.round(due * 100);
  return over > 0
    ? { fault: t('{amount} more than is due.', { amount: formatPrice(over / 100) }) }
    : { collected: poisha / 100 };
}
