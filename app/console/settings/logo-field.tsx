import { useFetcher } from 'react-router';
import { SETTINGS } from '../../../domain/shop/settings.ts';
import { Button } from '../components/button.tsx';
import { FileField } from '../components/file-field.tsx';
import type { PictureAnswer } from '../files/picture-form.ts';
import { useAnswerToast } from '../state/answer.ts';

/** Saves a chosen picture at once, apart from the form around it. */
export function LogoField({ logo }: { logo: string }) {
  const fetcher = useFetcher<PictureAnswer>();
  useAnswerToast(fetcher);
  const { label, hint } = SETTINGS.logo;
  const send = (picture?: File): void => {
    const form = new FormData();
    if (picture) form.set('picture', picture);
    void fetcher.submit(form, { method: 'post', action: '/settings/logo', encType: 'multipart/form-data' });
  };
  const busy = fetcher.state !== 'idle';
  return (
    <div className="flex flex-col gap-2">
      <FileField
        label={label}
        accept="image/png,image/webp"
        error={busy ? null : fetcher.data?.errors?.picture}
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? [];
          if (picture) send(picture);
          currentTarget.value = '';
        }}
      />
      <p className="text-sm text-muted">{busy ? 'Saving …' : hint}</p>
      {logo ? (
        <div className="flex flex-wrap items-center gap-3">
          <img
            src={logo}
            alt=""
            className="h-16 max-w-full rounded-lg border border-line bg-white object-contain p-2"
          />
          <Button look="danger" label="Remove logo" disabled={busy} onClick={() => send()} />
        </div>
      ) : null}
    </div>
  );
}
