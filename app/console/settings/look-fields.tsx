import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { USUAL_ACCENT } from '../../../domain/shop/palette.ts';
import { Frame, useFormError } from '../../components/field.tsx';
import { Button } from '../components/button.tsx';
import { FileField } from '../components/file-field.tsx';
import { sendFile } from '../state/send-file.ts';

/** Empty for the usual colour, which a browser's field for colours cannot be. */
export function ColourField({ name, label, value }: { name: string; label: string; value: string }) {
  const [chosen, setChosen] = useState(value);
  return (
    <Frame label={label} name={name}>
      {(ids) => (
        <div className="flex flex-wrap gap-2">
          <input type="hidden" name={name} value={chosen} />
          <input
            {...ids}
            type="color"
            value={chosen || USUAL_ACCENT}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            className="input w-20! cursor-pointer p-1"
          />
          <Button look="quiet" label="Use the usual green" disabled={chosen === ''} onClick={() => setChosen('')} />
        </div>
      )}
    </Frame>
  );
}

/** Saves a chosen picture at once, apart from its form. */
export function LogoField({ name, label, value }: { name: string; label: string; value: string }) {
  const { revalidate } = useRevalidator();
  const refused = useFormError(name);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const send = async (picture: Blob): Promise<void> => {
    setSending(true);
    const sent = await sendFile(picture, '/operator/settings/logo', () => {});
    setError(sent.ok ? undefined : sent.error);
    if (sent.ok) await revalidate();
    setSending(false);
  };
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <FileField
        label={label}
        accept="image/png,image/webp"
        error={error ?? refused}
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? [];
          if (picture) void send(picture);
          currentTarget.value = '';
        }}
      />
      {value ? (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <img src={value} alt="" className="h-14 max-w-full rounded-lg bg-white object-contain p-2 hairline" />
          <Button look="danger" label="Remove logo" disabled={sending} onClick={() => void send(new Blob())} />
        </div>
      ) : null}
    </>
  );
}
