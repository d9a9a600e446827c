import { Link, redirect, useSearchParams } from 'react-router';
import { safeRedirect } from '../../../base/safe-redirect.ts';
import { Field } from '../../components/field.tsx';
import { formText, servicesOf } from '../../context.ts';
import { say } from '../kit/say.tsx';
import { EntryForm, InviteCommand } from './entry-form.tsx';
import { formAction, keepLanguage, sayRefusal } from '../context.ts';
import { t } from '../../../messages/console/t.ts';

export const middleware = [keepLanguage];

export const action = formAction(async (args) => {
  const code = formText(await args.request.formData(), 'code').trim();
  const answer = await servicesOf(args).operators.confirmSignIn({ code }, args.request);
  if (!answer.ok) return sayRefusal(args, answer);
  throw redirect(safeRedirect(args.url.searchParams.get('next')), { headers: answer.value.headers });
});

export { keepForm as clientAction } from '../kit/answer.ts';

const LINK = 'tap font-semibold text-leaf hover:underline';

export default function LoginCode() {
  const [params] = useSearchParams();
  const lost = params.has('lost');
  return (
    <EntryForm
      heading={t('Your code')}
      hint={lost ? t('One of your recovery codes. Each works once.') : t('Six digits from your authenticator app.')}
      submit={t('Confirm')}
      below={
        lost ? (
          <p className="text-sm text-muted">
            {say(
              'Without recovery codes ask an owner of the shop: under Riders they remove your second factor. Else you need a new invitation: {command} on the shop’s machine prints one. It sets a new password too.',
              { command: <InviteCommand /> },
            )}
          </p>
        ) : (
          <div className="flex flex-wrap justify-between gap-x-4">
            <Link to={`?${new URLSearchParams([...params, ['lost', '']])}`} className={LINK}>
              {t('Your phone is gone?')}
            </Link>
            <Link to={`/login?${params}`} className={LINK}>
              {t('Log in again')}
            </Link>
          </div>
        )
      }
    >
      <Field
        key={String(lost)}
        label={t('Code')}
        name="code"
        inputMode={lost ? 'text' : 'numeric'}
        autoComplete={lost ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        autoFocus
      />
    </EntryForm>
  );
}
