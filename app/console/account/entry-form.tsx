import { LANGUAGE } from '#messages';
import { type ReactNode, useRef } from 'react';
import { Form, useActionData, useNavigation, useSearchParams } from 'react-router';
import { LANGUAGE_RULES, LANGUAGES } from '../../../base/language.ts';
import { t } from '../../../messages/console/t.ts';
import { FormScreen } from '../../components/account/form-screen.tsx';
import { useRestoreFocus } from '../../components/use-restore-focus.ts';
import type { Answer } from '../kit/answer.ts';
import { Button } from '../kit/form.tsx';

/** For whoever can no longer get in: nobody may be left to invite them. */
export function InviteCommand() {
  return (
    <details className="-mt-2 text-sm text-muted">
      <summary className="tap">{t('For whoever installed the shop')}</summary>
      <code className="font-mono wrap-anywhere text-ink">npm run shop -- operators invite YOUR@EMAIL</code>
    </details>
  );
}

interface EntryFormProps {
  heading: string;
  hint?: string;
  submit: string;
  below?: ReactNode;
  /** What was wrong before this screen. */
  fault?: string | undefined;
  children: ReactNode;
}

export function EntryForm({ heading, hint, submit, below, fault, children }: EntryFormProps) {
  const error = useActionData<Answer>()?.error ?? fault;
  const busy = useNavigation().state !== 'idle';
  const message = useRef<HTMLParagraphElement>(null);
  useRestoreFocus(busy, message);
  return (
    <FormScreen heading={heading}>
      <title>{heading}</title>
      {hint ? <p className="text-muted">{hint}</p> : null}
      <Form method="post" className="flex flex-col gap-4">
        {error ? (
          <p ref={message} role="alert" tabIndex={-1} className="notice notice-bad">
            {error}
          </p>
        ) : null}
        {children}
        <Button label={submit} disabled={busy} />
      </Form>
      {below}
      <Languages />
    </FormScreen>
  );
}

/** The screen in each language: another one is another document. */
function Languages() {
  const [params] = useSearchParams();
  const others = [...params].filter(([name]) => name !== 'language');
  return (
    <nav aria-label={t('Language')} className="flex justify-center gap-4">
      {LANGUAGES.map((language) => (
        <a
          key={language}
          lang={language}
          href={`?${new URLSearchParams([...others, ['language', language]])}`}
          aria-current={language === LANGUAGE ? 'true' : undefined}
          className="tap justify-center px-2 text-leaf hover:underline aria-[current]:font-extrabold aria-[current]:text-ink"
        >
          {LANGUAGE_RULES[language].name}
        </a>
      ))}
    </nav>
  );
}
