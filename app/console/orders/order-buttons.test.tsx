import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type OperatorOrder, ORDER_STATUSES } from '../../../domain/orders/order.ts';
import { NEW_STAGE } from '../../../domain/orders/stages.ts';
import { exampleOrder } from '../../../test/support/factories.ts';
import { screenOf } from '../../../test/support/screen.ts';
import { OrderButtons } from './order-buttons.tsx';

const FOR_OPERATORS = {
  source: 'shop',
  stage: NEW_STAGE,
  reason: null,
  rider: null,
  printed: false,
  revision: 1,
} as const;

function markup(of: Partial<OperatorOrder>, isGone = false): string {
  const order = { ...exampleOrder(), ...FOR_OPERATORS, ...of };
  const router = createMemoryRouter([{ path: '/', element: <OrderButtons order={order} isGone={isGone} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test.each([
  ['pending', 'to confirm', 'Reached', ['Deliver', 'Cancel', 'No answer', 'Wrong number']],
  ['pending', 'new', 'Packed', ['Deliver', 'Cancel']],
  ['pending', 'packed', 'With rider', ['Deliver', 'Cancel']],
  ['pending', 'with rider', 'Deliver', ['Cancel']],
] as const)('of an order that is %s and %s, %s is the green button', (status, stage, green, others) => {
  const { document } = screenOf(markup({ status, stage }));
  const shown = [...document.querySelectorAll('button')].filter((button) => !button.closest('dialog'));
  const named = (isGreen: boolean) =>
    shown
      .filter((button) => button.classList.contains('btn-primary') === isGreen)
      .map(({ textContent }) => textContent);
  expect([named(true), named(false)]).toEqual([[green], others]);
});

test.each(ORDER_STATUSES)('a row that was %s and has left its list says so', (status) => {
  expect(markup({ status }, true)).toContain('Changed meanwhile');
  expect(markup({ status })).not.toContain('Changed meanwhile');
});
