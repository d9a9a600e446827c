import * as messages from '#messages';
import { useState } from 'react';
import { Link, redirect } from 'react-router';
import { safeRedirect } from '../../../base/safe-redirect.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { CheckedForm, EmailField, FormScreen, SubmitButton } from '../../components/account/form-screen.tsx';
import { Field } from '../../components/field.tsx';
import { OrderLines } from '../../components/order/order-lines.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import { deliveryText, formRefusalContext, refuseForm, servicesOf, typedAction, viewerOf } from '../../context.ts';
import { Page } from '../../shell/page.tsx';
import { answerOr, errorsOf, FORM_FAILED } from '../../state/forms/form-errors.ts';
import { cart } from '../../state/order/cart.ts';
import { useCartRefresh } from '../../state/order/cart-refresh.ts';
import { useHydrated } from '../../state/page-start.ts';
import type { Route } from './+types/entry';

/** Two screens that let a customer in, who then goes on to the page `next`. */
const SCREENS = {
  login: {
    title: messages.LOGIN,
    heading: messages.LOGIN,
    description: messages.LOGIN_DESCRIPTION,
    question: messages.NEW_HERE,
    other: 'register',
  },
  register: {
    title: messages.REGISTER,
    heading: messages.CREATE_AN_ACCOUNT,
    description: messages.REGISTER_DESCRIPTION,
    question: messages.HERE_BEFORE,
    other: 'login',
  },
} as const;

function screenOf({ pattern }: { pattern: string }): keyof typeof SCREENS {
  return pattern.endsWith('register') ? 'register' : 'login';
}

export async function loader(args: Route.LoaderArgs) {
  const next = safeRedirect(args.url.searchParams.get('next'));
  // Not in the answer of the screen's own form.
  const isRefused = args.context.get(formRefusalContext) !== null;
  if (!isRefused && (await viewerOf(args))) throw redirect(next);
  const hasNoCookies = !isRefused && args.url.searchParams.has('entered');
  const refused = hasNoCookies ? { errors: [{ field: '', message: messages.NO_COOKIES }] } : undefined;
  return { screen: screenOf(args), next, delivery: deliveryText(args), refused };
}

export const action = typedAction(FORM_FAILED, async (args: Route.ActionArgs, typed) => {
  const { register, signIn } = servicesOf(args).identity;
  const entered = await (screenOf(args) === 'register' ? register : signIn)(typed, args.request);
  if (entered.ok)
    throw redirect(afterEntry(args.request, safeRedirect(typed.next)), { headers: entered.value.headers });
  const { status, fields, retryAfter } = entered;
  // The JSON endpoint of the same service has 400 for bad fields, a form 422 like all forms.
  return refuseForm(args, { status: fields ? 422 : status, retryAfter }, { errors: errorsOf(entered) });
});

/** A browser that sent no cookie may keep none: then the login screen, asked for once more, says so. */
function afterEntry({ headers }: Request, next: string): string {
  return headers.get('Cookie') ? next : `/user/login?entered&next=${encodeURIComponent(next)}`;
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOr(serverAction(), () => FORM_FAILED);

export default function Entry({ loaderData, actionData }: Route.ComponentProps) {
  const { screen, next, delivery, refused } = loaderData;
  const [email, setEmail] = useState('');
  const { title, heading, description, question, other } = SCREENS[screen];
  const isNew = screen === 'register';
  return (
    <Page title={title} canonical={`/user/${screen}`} description={description}>
      <FormScreen heading={heading}>
        {/^\/(cart|empty-cart|checkout|payment)\b/.test(next) ? (
          <WaitingCart delivery={delivery} isEmpty={next === '/empty-cart'} />
        ) : null}
        <CheckedForm answer={actionData ?? refused}>
          <input type="hidden" name="next" value={next} />
          {isNew ? (
            <Field
              label={messages.FIELD_LABELS.name}
              name="name"
              autoComplete="name"
              required
              maxLength={FIELD_LIMITS.name}
            />
          ) : null}
          <EmailField onInput={(event) => setEmail(event.currentTarget.value)} />
          <PasswordField autoComplete={isNew ? 'new-password' : 'current-password'} />
          {isNew ? (
            <p className="text-sm text-muted">{messages.PASSWORD_HINT}</p>
          ) : (
            <Link
              to="/user/reset-password"
              state={{ email }}
              className="-mt-2 tap self-end text-sm font-semibold text-leaf hover:underline"
            >
              {messages.FORGOT_PASSWORD}?
            </Link>
          )}
          <SubmitButton>{title}</SubmitButton>
        </CheckedForm>
        <p className="text-center text-muted">
          {question}{' '}
          <Link
            to={next === '/' ? `/user/${other}` : `/user/${other}?next=${encodeURIComponent(next)}`}
            className="tap justify-center font-semibold text-leaf hover:underline"
          >
            {SCREENS[other].title}
          </Link>
        </p>
      </FormScreen>
    </Page>
  );
}

/** What a visitor from the cart is about to order. The cart is known after hydration, and `isEmpty` before. */
function WaitingCart({ delivery, isEmpty }: { delivery: string; isEmpty: boolean }) {
  const items = cart.use();
  const hydrated = useHydrated();
  useCartRefresh();
  if (hydrated ? items.length === 0 : isEmpty)
    return (
      <section className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-leaf-soft p-4">
        <p className="font-semibold text-leaf-strong">{messages.YOUR_CART_IS_EMPTY}</p>
        <Link to="/groceries" className="btn btn-quiet">
          {messages.BROWSE_GROCERIES}
        </Link>
      </section>
    );
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-3 rounded-xl bg-leaf-soft p-4">
      <h2 id="waiting" className="font-semibold text-leaf-strong">
        {messages.CART_IS_WAITING}
      </h2>
      {items.length === 0 ? null : (
        <>
          <OrderLines items={items} />
          <TotalsList lines={items} />
        </>
      )}
      <p className="text-sm">{delivery}</p>
    </section>
  );
}
