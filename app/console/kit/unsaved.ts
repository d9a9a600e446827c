/** Nothing that was typed is lost without a word: whoever leaves it is asked. */
import { useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { isTyped } from './typed-early.ts';
import { t } from '../../../messages/console/t.ts';

/** Of an element with fields that React keeps: something in them is not saved. */
export const unsaved = (is: boolean) => ({ 'data-unsaved': is ? '' : undefined });

/** Of a form whose fields the browser keeps: it asks while one of them differs from what it came with. */
export const ASKS = { 'data-asks': '' };

/** A closed dialog is none, and a password is typed again. */
const FORMS = 'main form[data-asks]:not(dialog:not([open]) form)';
const FIELDS = 'input:not([type=password]), textarea, select';

/** Whether something is typed that would be lost, besides the form that is being `sent`. */
function hasUnsaved(sent: EventTarget | null = null): boolean {
  const isLost = (form: Element): boolean =>
    form.matches('[data-unsaved]') || [...form.querySelectorAll<HTMLInputElement>(FIELDS)].some(isTyped);
  return [...document.querySelectorAll(`main [data-unsaved], ${FORMS}`)].some((form) => form !== sent && isLost(form));
}

/** The browser's own question, as for whoever closes the page. */
export function mayLeave(sent?: EventTarget | null): boolean {
  return !hasUnsaved(sent) || confirm(t('What you have typed on this screen is not saved. Leave it?'));
}

/** Asks before a screen is left. For all of them, because the router has one blocker alone. */
export function useUnsavedQuestion(): void {
  const sent = useRef<EventTarget>(null);
  const { state, reset } = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      from.pathname + from.search !== to.pathname + to.search && !mayLeave(sent.current),
  );
  useEffect(() => {
    if (state === 'blocked') reset();
  }, [state, reset]);
  useBeforeUnload((event) => hasUnsaved() && event.preventDefault());
  useEffect(() => {
    const note = ({ target }: Event): void => {
      sent.current = target;
      setTimeout(() => (sent.current = null));
    };
    addEventListener('submit', note, true);
    return () => removeEventListener('submit', note, true);
  }, []);
}
