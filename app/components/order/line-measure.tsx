import * as messages from '#messages';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { weighedText } from '../../../messages/change-text.ts';
import { formatMeasure, formatMessage, productName } from '../../../messages/format.ts';

/** How much one has of a line of an order, and what it came instead of. */
export function LineMeasure({ line, className = 'text-sm text-muted' }: { line: CartItem; className?: string }) {
  return (
    <>
      <p className={className}>{measureOf(line)}</p>
      {line.instead ? (
        <p className="text-sm text-clay">
          {formatMessage(messages.CAME_INSTEAD_OF, { name: productName(line.instead) })}
        </p>
      ) : null}
    </>
  );
}

/** '1 kg', or '1 kg ordered, 1.08 kg weighed'. */
export function measureOf(line: Pick<CartItem, 'weight' | 'unit' | 'quantity' | 'weighed'>): string {
  const { weighed } = line;
  return weighed === undefined ? formatMeasure(line) : weighedText(messages.LANGUAGE, messages, { ...line, weighed });
}
