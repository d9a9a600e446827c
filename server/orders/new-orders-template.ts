import { fromPoisha } from '../../domain/catalogue/money.ts';
import { shortOrderId } from '../../domain/orders/order.ts';
import { type Email, type Sender, renderEmail } from '../mail/email.ts';

export const LISTED_ORDERS = 50;

export interface NewOrder {
  id: string;
  /** Of the recipient. */
  name: string;
  city: string;
  division: string;
  pieces: number;
  poisha: number;
}

/** `orders` has the first `LISTED_ORDERS` of `count` orders that cost `totalPoisha` together. */
export function newOrdersMail(
  to: string,
  { orders, count, totalPoisha }: { orders: readonly NewOrder[]; count: number; totalPoisha: number },
  sender: Sender,
): Email {
  const [first] = orders;
  const what =
    count === 1 && first ? `New order ${shortOrderId(first.id)}` : `${count.toLocaleString('en')} new orders`;
  const subject = `${what}, ${amount(totalPoisha)}`;
  const consoleUrl = `${sender.url}/operator/orders`;
  const more = count - orders.length;
  return renderEmail(
    {
      to,
      language: 'en',
      subject,
      parts: [
        { kind: 'paragraph', text: `${subject}.` },
        {
          kind: 'linked-rows',
          rows: orders.map((order) => ({
            label: shortOrderId(order.id),
            url: `${consoleUrl}/${order.id}`,
            text: textOf(order),
            amount: amount(order.poisha),
          })),
        },
        ...(more > 0 ? [{ kind: 'paragraph', text: `And ${more.toLocaleString('en')} more.` } as const] : []),
        { kind: 'link', label: 'All orders', url: consoleUrl },
        {
          kind: 'paragraph',
          text: 'You asked for these mails under Account in the console, and can switch them off there.',
        },
      ],
    },
    sender,
  );
}

function textOf({ name, city, division, pieces }: NewOrder): string {
  const place = [city, division].filter((text) => text !== '').join(', ');
  return [name, place, `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`].filter((text) => text !== '').join(' · ');
}

/** 'Tk 3,210', 'Tk 85.5'. */
function amount(poisha: number): string {
  return `Tk ${fromPoisha(poisha).toLocaleString('en')}`;
}
