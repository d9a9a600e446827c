/** The console's forms, which stay on their screen and say what became of them; their buttons; and the focus. */
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  type FetcherFormProps,
  type FetcherWithComponents,
  Form,
  Link,
  useActionData,
  useFetcher,
  useNavigation,
} from 'react-router';
import { ErrorText, FieldErrors } from '../../components/field.tsx';
import { type Answer, sayAnswer } from './answer.ts';
import { isTyped } from './typed-early.ts';
import { ASKS } from './unsaved.ts';
import { moveFocusNearby } from '../../components/move-focus-nearby.ts';
import { t } from '../../../messages/console/t.ts';

interface ActionFormProps extends FetcherFormProps {
  /** When others need its answer too. */
  fetcher?: FetcherWithComponents<Answer>;
  ref?: RefObject<HTMLFormElement | null>;
  /** Fields that nobody sees. */
  fields?: Readonly<Record<string, string>> | undefined;
}

/**
 * Whether the fields of a form have what they had when it was sent, or what the shop has by now. A box without a tick
 * sends nothing.
 */
function isAsSent(form: HTMLFormElement, sent: FormData): boolean {
  const now = new FormData(form);
  const fields = form.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select');
  return [...fields]
    .filter(isTyped)
    .every(
      ({ name, type }) =>
        (type !== 'checkbox' && !sent.has(name)) || String(now.getAll(name)) === String(sent.getAll(name)),
    );
}

/**
 * A form that is done has what the shop has now, unless something else has been typed since it was sent. An answer that
 * stands at none of its fields is a toast.
 */
function useSettled(form: RefObject<HTMLFormElement | null>, formData: FormData | undefined, answer?: Answer): void {
  const sent = useRef(formData);
  useEffect(() => {
    if (formData) sent.current = formData;
  }, [formData]);
  useEffect(() => {
    if (!answer || !form.current) return;
    if (answer.done && sent.current && isAsSent(form.current, sent.current)) form.current.reset();
    if (!answer.faults?.some(({ field }) => form.current?.elements.namedItem(field))) sayAnswer(answer);
  }, [answer, form]);
}

/**
 * A form whose answer is a toast, or stands at the fields that are wrong; the first one gets the focus. When it is done
 * it is empty again.
 */
export function ActionForm({ fetcher, ref, fields, children, ...props }: ActionFormProps) {
  const own = useFetcher<Answer>();
  const { Form, state, data, formData } = fetcher ?? own;
  const ownRef = useRef<HTMLFormElement>(null);
  const form = ref ?? ownRef;
  useSettled(form, formData, state === 'idle' ? data : undefined);
  return (
    <Form ref={form} method="post" {...ASKS} {...props}>
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Sending value={state !== 'idle'}>
        <FieldErrors errors={data?.faults ?? []}>{children}</FieldErrors>
      </Sending>
    </Form>
  );
}

/**
 * The answer to the page's own form, until the next one is sent. The framework drops it when the page's data is loaded
 * again, as a live change does. It also drops a fetcher's redirect then, so such a form is the page's own.
 */
export function usePageAnswer<A extends Answer>(): A | undefined {
  const given = useActionData() as A | undefined;
  const { state } = useNavigation();
  const [answer, setAnswer] = useState(given);
  if (state === 'submitting' && answer !== undefined) setAnswer(undefined);
  if (state === 'idle' && given !== undefined && given !== answer) setAnswer(given);
  return answer;
}

/**
 * The form of a page itself, which works without scripts too. What is wrong stands at the fields, all else is a toast.
 */
export function PageForm({ children, ...props }: ComponentProps<typeof Form>) {
  const form = useRef<HTMLFormElement>(null);
  const answer = usePageAnswer<Answer>();
  const { state, formData } = useNavigation();
  useSettled(form, formData, answer);
  return (
    <Form ref={form} method="post" noValidate {...ASKS} {...props}>
      <Sending value={state === 'submitting'}>
        <FieldErrors errors={answer?.faults ?? []}>{children}</FieldErrors>
      </Sending>
    </Form>
  );
}

/** When what had the focus disappears as `shown` changes, `element`, else the content, gets it. */
export function useKeepFocus(element: RefObject<HTMLElement | null> | null, shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement !== document.body) return;
    (element ? element.current : document.querySelector('main'))?.focus({ preventScroll: element === null });
  }, [element, shown]);
}

const LOOKS = {
  primary: 'btn btn-primary',
  quiet: 'btn btn-quiet',
  /** A step among several, such as that of each row. */
  soft: 'btn btn-soft',
  danger: 'btn btn-danger',
  /** As a link looks, where it is one of many. */
  word: 'tap underline underline-offset-4',
  /** As a link looks, in a text. */
  link: '-my-3 inline-block py-3 font-semibold text-leaf underline underline-offset-4',
} as const;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'name' | 'value' | 'children'> {
  label: string;
  look?: keyof typeof LOOKS;
  /** What its form is for: the field `intent`. */
  intent?: string;
  /** It is disabled while its form is being sent. */
  waits?: boolean;
  /** A press can remove it: the focus stays near its place. */
  leaves?: boolean;
}

const Sending = createContext(false);

/** It sends its form, unless it has an `onClick`. */
export function Button({ label, look = 'primary', intent, waits = false, leaves = false, ...props }: ButtonProps) {
  const { className = '', onClick, ...button } = props;
  const isSending = use(Sending);
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      name={intent && 'intent'}
      value={intent}
      className={`${LOOKS[look]} ${className}`}
      disabled={waits && isSending}
      onClick={(event) => {
        if (leaves) moveFocusNearby(event.currentTarget);
        onClick?.(event);
      }}
      {...button}
    >
      {label}
    </button>
  );
}

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'children'> {
  label: string;
  look?: keyof typeof LOOKS;
  /** Within the console; an `href` leads out of it. */
  to?: string;
}

/** A link that looks like a button. */
export function ButtonLink({ label, look = 'quiet', to, className = '', ...link }: ButtonLinkProps) {
  const shown = { ...link, className: `${LOOKS[look]} ${className}` };
  return to === undefined ? (
    <a {...shown}>{label}</a>
  ) : (
    <Link to={to} reloadDocument={'download' in link} {...shown}>
      {label}
    </Link>
  );
}

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'intent'> {
  title: string;
  text?: ReactNode;
  /** What is asked besides. */
  fields?: ReactNode;
  /** The names of its buttons, where `Back` and the label would be mistaken. */
  keep?: string;
  confirm?: string;
  confirmLook?: ComponentProps<typeof Button>['look'];
  /** Why there is nothing to confirm any more. */
  over?: string | null;
  /** What is sent when it is confirmed, with the `fields`; to the `action`, or to its screen, which says the answer. */
  sends?: Readonly<Record<string, string>>;
  action?: string;
  /** When others need the answer too. */
  fetcher?: FetcherWithComponents<Answer>;
  /** What is done instead; it gets what the `fields` have. */
  onConfirm?: (given: FormData) => void;
  onAsk?: (isOpen: boolean) => void;
}

/** A button that asks before it does something. The question stays until that is done, with what was typed. */
export function ConfirmButton({ label, title, text, fields, sends, action, fetcher, ...props }: ConfirmButtonProps) {
  const { keep = t('Back'), confirm = label, confirmLook = 'danger', over = null, onConfirm, onAsk, ...button } = props;
  const own = useFetcher<Answer>();
  const { state, data, submit } = fetcher ?? own;
  const dialog = useRef<HTMLDialogElement>(null);
  /** What was answered before it was opened. */
  const [seen, setSeen] = useState(data);
  const answer = state === 'idle' && data !== seen ? data : undefined;
  useEffect(() => {
    if (answer && answer.error === undefined) dialog.current?.close();
  }, [answer]);
  const open = (): void => {
    setSeen(data);
    dialog.current?.showModal();
    onAsk?.(true);
  };
  const done = (given: FormData): void => {
    if (onConfirm) {
      dialog.current?.close();
      return onConfirm(given);
    }
    if (state !== 'idle') return;
    for (const [name, value] of Object.entries(sends ?? {})) given.set(name, value);
    void submit(given, { method: 'post', ...(action && { action }) });
  };
  // Without fields it may stand in a form itself.
  const Body = fields ? 'form' : 'div';
  const onSubmit = (event: SubmitEvent<HTMLElement>): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) done(new FormData(event.currentTarget));
  };
  return (
    <>
      <Button look="danger" disabled={state !== 'idle'} {...button} label={label} onClick={open} />
      <dialog
        ref={dialog}
        aria-label={title}
        onClose={() => onAsk?.(false)}
        className="panel w-[min(28rem,calc(100vw-2rem))] bg-surface p-4 text-ink backdrop:bg-black/50"
      >
        <Body onSubmit={onSubmit} {...ASKS}>
          <h2 className="text-lg break-words">{title}</h2>
          {text && over === null ? <div className="mt-2 text-muted">{text}</div> : null}
          <FieldErrors errors={answer?.faults ?? []}>{over === null ? fields : null}</FieldErrors>
          {answer?.faults && fields ? null : <ErrorText text={answer?.error} className="mt-2" />}
          <p role="status" className="mt-2 font-semibold empty:hidden">
            {over}
          </p>
          <div className="mt-4 flex justify-end gap-2">
            <Button look="quiet" label={over === null ? keep : t('Close')} onClick={() => dialog.current?.close()} />
            {over === null ? (
              <Button look={confirmLook} label={confirm} {...(fields ? {} : { onClick: () => done(new FormData()) })} />
            ) : null}
          </div>
        </Body>
      </dialog>
    </>
  );
}
