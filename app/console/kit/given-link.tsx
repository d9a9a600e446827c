import { AN_ERROR_OCCURED } from '#messages';
import { whatsAppLink } from '../../../domain/typed/phone.ts';
import { Field } from '../../components/field.tsx';
import { copy, share } from '../../components/share.ts';
import { toastError, toastSuccess } from '../../state/toasts.ts';
import { selectAll } from './fields.tsx';
import { Button, ButtonLink } from './form.tsx';
import { t } from '../../../messages/console/t.ts';

interface GivenLinkProps {
  label: string;
  link: string;
  /** What is sent: the link with some words. */
  text?: string;
  /** To whom; without a mobile number, whoever presses chooses. */
  phone?: string | undefined;
  hint?: string;
}

/** A link to hand on. */
export function GivenLink({ label, link, text = link, phone = '', hint }: GivenLinkProps) {
  const chat = whatsAppLink(phone, text);
  const copied = t('Copied: paste it into a message.');
  const onCopy = () =>
    copy(link).then(
      () => toastSuccess(copied),
      () => toastError(AN_ERROR_OCCURED),
    );
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} readOnly value={link} hint={hint} onFocus={selectAll} />
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" label={t('Copy')} onClick={() => void onCopy()} />
        {chat ? (
          <ButtonLink href={chat} label={t('WhatsApp')} target="_blank" rel="noreferrer" />
        ) : (
          <Button look="quiet" label={t('Share')} onClick={() => void share({ text }, copied)} />
        )}
      </div>
    </div>
  );
}
