import { CART, CHECKOUT, PAYMENT } from '#messages';
import { Breadcrumb } from '../breadcrumb.tsx';

const STEPS = [
  { to: '/cart', text: CART },
  { to: '/checkout', text: CHECKOUT },
  { to: '/payment', text: PAYMENT },
];

/** The way from cart to order, which leads back to the steps before the screen's own. */
export function OrderSteps({ at }: { at: 0 | 1 | 2 }) {
  return (
    <Breadcrumb className="steps gap-x-3" trail={STEPS.map((step, nth) => (nth < at ? step : { text: step.text }))} />
  );
}
