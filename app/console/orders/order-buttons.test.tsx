import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../../domain/orders/order.ts';
import { NEW_STAGE } from '../../../domain/orders/stages.ts';
import { exampleOrder } from '../../../test/support/factories.ts';
import { OrderButtons } from './order-buttons.tsx';

const FOR_OPERATORS = {
  source: 'shop',
  stage: NEW_STAGE,
  reason: null,
  rider: null,
  printed: false,
  revision: 1,
} as const;

test.each(ORDER_STATUSES)('a row that was %s and has left its list says so', (status) => {
  const order = { ...exampleOrder({ status }), ...FOR_OPERATORS };
  const shown = (isGone: boolean): string => {
    const router = createMemoryRouter([{ path: '/', element: <OrderButtons order={order} isGone={isGone} /> }]);
    return renderToStaticMarkup(<RouterProvider router={router} />);
  };
  expect(shown(true)).toContain('Changed meanwhile');
  expect(shown(false)).not.toContain('Changed meanwhile');
});
