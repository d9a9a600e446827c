import { useState } from 'react';
import { Frame } from '../../components/field.tsx';
import { SETTINGS, USUAL_ACCENT } from '../../../domain/shop/settings.ts';
import { Button } from '../components/button.tsx';

/** A field of its form: `accent`, empty for the usual colour. */
export function ColourField({ accent, error }: { accent: string; error?: string | undefined }) {
  const [known, setKnown] = useState(accent);
  const [chosen, setChosen] = useState(accent);
  if (accent !== known) {
    setKnown(accent);
    setChosen(accent);
  }
  const { label, hint } = SETTINGS.accent;
  return (
    <div className="flex flex-col gap-2">
      <input type="hidden" name="accent" value={chosen} />
      <Frame label={label} error={error}>
        {(ids) => (
          <div className="flex flex-wrap gap-2">
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
      <p className="text-sm text-muted">{hint}</p>
    </div>
  );
}
