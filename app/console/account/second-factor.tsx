import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { Field } from '../../components/field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import type { Answer } from '../kit/answer.ts';
import { ActionForm, Button, ButtonLink, useKeepFocus } from '../kit/form.tsx';
import { type Drawn, QrCode } from '../kit/qr-code.tsx';
import { Mark, Panel } from '../kit/screen.tsx';
import { toastError, toastSuccess } from '../../state/toasts.ts';
import { t } from '../../../messages/console/t.ts';

export interface NewFactor {
  secret: string;
  /** The same as a link, for an app on this device. */
  uri: string;
  qr: Drawn;
  recoveryCodes: string[];
}

export interface AccountAnswer extends Answer {
  factor?: NewFactor;
  passkey?: PublicKeyCredentialCreationOptionsJSON;
  recoveryCodes?: string[];
}

export function SecondFactor({ on, email }: { on: boolean; email: string }) {
  // Both are here, because the answer outlives the form that asked for it.
  const asked = useFetcher<AccountAnswer>();
  const confirmed = useFetcher<AccountAnswer>();
  const { factor, recoveryCodes = confirmed.data?.done ? factor?.recoveryCodes : undefined } = asked.data ?? {};
  const step = recoveryCodes ? 'codes' : factor && !on ? 'confirm' : 'password';
  const content = useRef<HTMLDivElement>(null);
  useKeepFocus(content, `${step} ${on}`);
  const begin = (): void => {
    asked.reset();
    confirmed.reset();
  };
  return (
    <Panel heading={t('Second factor')} mark={<Mark text={on ? t('on') : t('off')} look={on ? 'good' : 'plain'} />}>
      <div ref={content} tabIndex={-1} className="focus:[outline:none]">
        {step === 'codes' ? <RecoveryCodes codes={recoveryCodes ?? []} onKept={begin} /> : null}
        {step === 'confirm' && factor ? <ConfirmFactor factor={factor} fetcher={confirmed} onBack={begin} /> : null}
        {step === 'password' ? <AskForPassword key={String(on)} on={on} email={email} fetcher={asked} /> : null}
      </div>
    </Panel>
  );
}

type Fetcher = ReturnType<typeof useFetcher<AccountAnswer>>;

function AskForPassword({ on, email, fetcher }: { on: boolean; email: string; fetcher: Fetcher }) {
  return (
    <ActionForm fetcher={fetcher} className="flex flex-col gap-3">
      <p className="text-muted">
        {on
          ? t('The login asks for a code of your authenticator app. So does a change here; a recovery code will do.')
          : t(
              'Second best, for devices without a passkey: the login by password also asks for a code that an app on your phone shows.',
            )}
      </p>
      {/* For password managers. */}
      <input type="hidden" autoComplete="username" value={email} />
      <PasswordField autoComplete="current-password" />
      {on ? <Field label={t('Code')} name="code" autoComplete="one-time-code" maxLength={40} /> : null}
      <div className="flex flex-wrap gap-2">
        {on ? (
          <>
            <Button look="quiet" intent="renew" label={t('New recovery codes')} />
            <Button look="danger" intent="disable" label={t('Switch off')} />
          </>
        ) : (
          <Button look="quiet" intent="begin" label={t('Switch on')} />
        )}
      </div>
    </ActionForm>
  );
}

type ConfirmFactorProps = { factor: NewFactor; fetcher: Fetcher; onBack: () => void };

function ConfirmFactor({ factor: { secret, uri, qr }, fetcher, onBack }: ConfirmFactorProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        {t(
          'Scan this with an authenticator app, such as Aegis, Google Authenticator or a password manager. On the phone itself, open the link.',
        )}
      </p>
      <QrCode qr={qr} label={t('QR code for the app')} className="size-52 self-center rounded-xl" />
      <ButtonLink href={uri} label={t('Open in the app')} className="self-start" />
      <p className="text-sm text-muted">
        {t('Or type this key:')}{' '}
        <code className="font-mono text-base text-ink">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <ActionForm fetcher={fetcher} className="flex flex-col gap-3">
        <Field
          label={t('Code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={10}
          autoFocus
        />
        <div className="flex flex-wrap gap-2">
          <Button intent="enable" label={t('Confirm')} />
          <Button look="quiet" label={t('Back')} onClick={onBack} />
        </div>
      </ActionForm>
    </div>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toastSuccess(t('The codes were copied.'));
    } catch {
      // Also without HTTPS, where browsers have no clipboard.
      toastError(t('This browser does not copy here. Use Download.'));
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {t('Your recovery codes')}
      </h3>
      <p className="text-muted">
        {t('Each opens the console once, when your phone is gone. Keep them somewhere else: they are shown only now.')}
      </p>
      <ul className="flex flex-col gap-y-1 rounded-xl bg-sunken p-3 font-mono text-sm sm:text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" label={t('Copy')} onClick={() => void copy()} />
        <ButtonLink
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          label={t('Download')}
        />
        <Button label={t('I have kept them')} onClick={onKept} />
      </div>
    </div>
  );
}
