import { CART_IS_WAITING, FIELD_LABELS } from '#messages';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import { useCartCount } from '../state/order/cart.ts';
import { useHydrated } from '../state/hydrated.ts';
import { FIELD_LIMITS } from '../../domain/accounts/contact.ts';
import { Field } from './field.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

export function FormScreen({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md py-4 sm:py-10">
      <div className="panel flex flex-col gap-4 p-5 sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">{heading}</h1>
        {children}
      </div>
    </div>
  );
}

/** The error of a whole form. It takes the focus, because the form's button was disabled and has lost it. */
export function FormError({ text }: { text: string | null | undefined }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useRestoreFocus(useNavigation().state !== 'idle', ref);
  return text ? (
    <p ref={ref} role="alert" tabIndex={-1} className="rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger">
      {text}
    </p>
  ) : null;
}

export function EmailField(input: ComponentProps<'input'>) {
  return (
    <Field
      label={FIELD_LABELS.email}
      name="email"
      type="email"
      autoComplete="username"
      required
      maxLength={FIELD_LIMITS.email}
      {...input}
    />
  );
}

export function CartHint({ next }: { next: string }) {
  const empty = useCartCount() === 0;
  const hydrated = useHydrated();
  return /^\/(cart|checkout|payment)\b/.test(next) && !(hydrated && empty) ? (
    <p className="rounded-xl bg-leaf-soft px-4 py-3 font-medium text-leaf-strong">{CART_IS_WAITING}</p>
  ) : null;
}

interface AlternativeLinkProps {
  question: string;
  to: '/user/login' | '/user/register';
  text: string;
  /** The page to open after the login. */
  next: string;
}

export function AlternativeLink({ question, to, text, next }: AlternativeLinkProps) {
  return (
    <p className="text-center text-muted">
      {question}{' '}
      <Link
        to={next === '/' ? to : `${to}?next=${encodeURIComponent(next)}`}
        className="tap justify-center font-semibold text-leaf hover:underline"
      >
        {text}
      </Link>
    </p>
  );
}
