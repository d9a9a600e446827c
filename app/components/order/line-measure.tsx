import * as messages from '#messages';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { weighedText } from '../../../messages/change-text.ts';
import { formatMeasure, formatMessage, productName } from '../../../messages/format.ts';

/** '1 kg', or '1 kg ordered, 1.08 kg weighed'. */
export function measureOf(line: Pick<CartItem, 'weight' | 'unit' | 'quantity' | 'weighed'>): string {
  const { weighed } = line;
  return weighed === undefined ? formatMeasure(line) : weighedText(messages.LANGUAGE, messages, { ...line, weighed });
}

/** What a line came instead of. */
export function InsteadOf({ line: { instead } }: { line: CartItem }) {
  return instead ? (
    <span className="block">{formatMessage(messages.CAME_INSTEAD_OF, { name: productName(instead) })}</span>
  ) : null;
}
