import { type ReactNode, useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import { CART_IS_WAITING } from '../../domain/messages.ts';
import { useCartCount } from '../state/cart.ts';
import { useHydrated } from '../state/hydrated.ts';
import { useFocusBack } from './use-focus-back.ts';

/** A short form in the middle of the screen: logging in, registering, resetting. */
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

/** What went wrong with a whole form; it takes the focus that the form's button has lost. */
export function FormFault({ text }: { text: string | null | undefined }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useFocusBack(useNavigation().state !== 'idle', ref);
  return text ? (
    <p ref={ref} role="alert" tabIndex={-1} className="rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger">
      {text}
    </p>
  ) : null;
}

/** Tells a visitor whom the cart's link has led here that nothing of it is lost; `next` is where the visitor was going. */
export function CartWaits({ next }: { next: string }) {
  const empty = useCartCount() === 0;
  const hydrated = useHydrated();
  return /^\/(cart|checkout|payment)\b/.test(next) && !(hydrated && empty) ? (
    <p className="rounded-xl bg-leaf-soft px-4 py-3 font-medium text-leaf-strong">{CART_IS_WAITING}</p>
  ) : null;
}

interface OtherWayProps {
  question: string;
  to: '/user/login' | '/user/register';
  text: string;
  /** Where the visitor was going; goes along. */
  next: string;
}

/** The way from logging in to registering, and back. */
export function OtherWay({ question, to, text, next }: OtherWayProps) {
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
