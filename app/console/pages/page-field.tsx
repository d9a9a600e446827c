import { useRef } from 'react';
import type { PageSetting } from '../../../domain/shop/pages.ts';
import { SETTINGS } from '../../../domain/shop/settings.ts';
import { Frame } from '../../components/field.tsx';
import { PageText } from '../../components/page-text.tsx';
import { Button } from '../components/button.tsx';
import type { Draft } from '../state/draft.ts';

interface PageFieldProps {
  name: PageSetting;
  draft: Draft<PageSetting>;
  /** The starting text that is offered while there is none. */
  start: string;
  error: string | undefined;
}

/** A page's text in one language, and what shoppers will see. */
export function PageField({ name, draft, start, error }: PageFieldProps) {
  const { label, lang, maxLength } = SETTINGS[name];
  const area = useRef<HTMLTextAreaElement>(null);
  const text = draft.valueOf(name);
  const fill = (): void => {
    draft.change(name, start);
    area.current?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Frame label={label} name={name} error={error}>
        {(ids) => (
          <textarea
            {...ids}
            ref={area}
            name={name}
            lang={lang}
            rows={text === '' ? 3 : 12}
            maxLength={maxLength}
            value={text}
            onChange={({ currentTarget: { value } }) => draft.change(name, value)}
            className="input resize-y py-2.5 [font:inherit]"
          />
        )}
      </Frame>
      {draft.newerOf(name) === null ? null : (
        <p className="text-sm font-medium text-clay">Somebody has changed this text meanwhile. Save overwrites it.</p>
      )}
      {text === '' ? (
        <Button
          label="Use the draft"
          look="quiet"
          aria-label={`Use the draft for ${label}`}
          onClick={fill}
          className="self-start"
        />
      ) : (
        <details>
          <summary className="tap text-sm font-medium text-leaf">Preview</summary>
          <div lang={lang} className="rounded-xl bg-ground p-4">
            <PageText text={text} />
          </div>
        </details>
      )}
    </div>
  );
}
