import * as messages from '#messages';
import type { MouseEvent } from 'react';
import { redirect } from 'react-router';
import { Link } from '../../components/link.tsx';
import { safeRedirect } from '../../../base/safe-redirect.ts';
import { FIELD_LIMITS } from '../../../domain/accounts/contact.ts';
import { QuietLink } from '../../components/link.tsx';
import { CheckedForm, EmailField, FormScreen, SubmitButton } from '../../components/account/form-screen.tsx';
import { Field } from '../../components/field.tsx';
import { Late } from '../../components/late.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import { deliveryText, formRefusalContext, refuseForm, servicesOf, typedAction, viewerOf } from '../../context.ts';
import { Page } from '../../shell/page.tsx';
import { answerOr, errorsOf, FORM_FAILED } from '../../state/forms/form-errors.ts';
import { storeTypedFields } from '../../state/network/other-document.ts';
import { cart, useCartCount } from '../../state/order/cart.ts';
import { useHydrated } from '../../state/page-start.ts';
import type { Route } from './+types/entry';

/** Two screens that let a customer in, who then goes on to the page `next`. */
const SCREENS = {
  login: { title: messages.LOGIN, heading: messages.LOGIN, description: messages.LOGIN_DESCRIPTION },
  register: {
    title: messages.REGISTER,
    heading: messages.CREATE_AN_ACCOUNT,
    description: messages.REGISTER_DESCRIPTION,
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
  const { title, heading, description } = SCREENS[screen];
  const isNew = screen === 'register';
  const isForOrder = /^\/(cart|empty-cart|checkout|payment)\b/.test(next);
  return (
    <Page title={title} canonical={`/user/${screen}`} description={description}>
      <div className={isForOrder ? 'items-start gap-6 lg:flex' : undefined}>
        <FormScreen heading={heading}>
          {isForOrder ? <WhyHere isEmpty={next === '/empty-cart'} /> : null}
          <Switch screen={screen} next={next} />
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
            <EmailField />
            <PasswordField autoComplete={isNew ? 'new-password' : 'current-password'} />
            {isNew ? (
              <p className="text-sm text-muted">{messages.PASSWORD_HINT}</p>
            ) : (
              <Link
                to="/user/reset-password"
                onClick={storeFields}
                className="-mt-2 ml-auto tap text-sm font-semibold text-leaf hover:underline"
              >
                {messages.FORGOT_PASSWORD}?
              </Link>
            )}
            <SubmitButton>{title}</SubmitButton>
          </CheckedForm>
        </FormScreen>
        {isForOrder ? <WaitingCart delivery={delivery} /> : null}
      </div>
    </Page>
  );
}

/** For the page that the link opens. */
const storeFields = ({ currentTarget: { pathname, search } }: MouseEvent<HTMLAnchorElement>): void =>
  storeTypedFields(pathname + search);

const TAB = 'tap flex-1 justify-center rounded-xl font-semibold';

/** Login or a new account. What was typed goes along, but no password. */
function Switch({ screen, next }: { screen: keyof typeof SCREENS; next: string }) {
  return (
    <div className="flex flex-wrap rounded-xl bg-sunken p-1">
      {(['login', 'register'] as const).map((name) =>
        name === screen ? (
          <span key={name} aria-current="page" className={`${TAB} bg-surface`}>
            {SCREENS[name].title}
          </span>
        ) : (
          <Link
            key={name}
            to={next === '/' ? `/user/${name}` : `/user/${name}?next=${encodeURIComponent(next)}`}
            className={`${TAB} text-leaf hover:underline`}
            onClick={storeFields}
          >
            {SCREENS[name].title}
          </Link>
        ),
      )}
    </div>
  );
}

/** Why a visitor from the cart is here. The cart is known after hydration, and `isEmpty` before. */
function WhyHere({ isEmpty }: { isEmpty: boolean }) {
  const count = useCartCount();
  if (useHydrated() ? count > 0 : !isEmpty)
    return (
      <p id={WHY} className="notice notice-good">
        {messages.CART_IS_WAITING}
      </p>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 notice notice-good">
      {messages.YOUR_CART_IS_EMPTY}
      <QuietLink to="/groceries">{messages.BROWSE_GROCERIES}</QuietLink>
    </div>
  );
}

const WHY = 'why-here';

/** What is about to be ordered, below the form, so that the form stays where it is when this has come. */
function WaitingCart({ delivery }: { delivery: string }) {
  const items = cart.use();
  return (
    <section aria-labelledby={WHY} className="mx-auto mb-4 flex w-full max-w-md flex-col gap-4 lg:max-w-none lg:py-10">
      <Late load={() => import('../../components/order/cart-lines.tsx')} wanted={items.length > 0} props={{}} />
      {items.length === 0 ? null : (
        <div className="panel flex flex-col gap-4 p-4">
          <TotalsList lines={items} />
          <p className="text-sm text-muted">{delivery}</p>
        </div>
      )}
    </section>
  );
}
