import * as messages from '#messages';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { areaFinder, type ServedArea } from '../../domain/shop/areas.ts';
import { areaName } from '../../messages/format.ts';
import { useStored } from '../state/local-storage.ts';
import { area, rememberArea } from '../state/order/area.ts';
import { Frame } from './field.tsx';

/** More are found by typing. */
const MAX_SHOWN = 60;

/** ARIA's pattern of a combobox: the focus stays in the field. The form has the id as `area`, and the browser remembers what is chosen. */
export function AreaField({ areas }: { areas: readonly ServedArea[] }) {
  const known = useStored(area);
  /** Null: the field shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  /** Of the options; -1 is the field itself. */
  const [active, setActive] = useState(-1);
  const listId = useId();
  const { find, called } = useMemo(() => areaFinder(areas), [areas]);
  const found = open ? find(typed ?? '').slice(0, MAX_SHOWN) : [];
  const optionId = `${listId}-${active}`;
  useEffect(() => {
    if (active >= 0) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' });
  }, [active, optionId]);

  const show = (place: number): void => {
    setOpen(true);
    setActive(place);
  };
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (chosen: ServedArea): void => {
    rememberArea(chosen);
    setTyped(null);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, nativeEvent } = event;
    const chosen = found[active];
    if (nativeEvent.isComposing) return;
    if (key === 'ArrowDown') show((active + 1) % Math.max(1, found.length));
    else if (key === 'ArrowUp') show((active <= 0 ? found.length : active) - 1);
    else if (key === 'Enter' && chosen) choose(chosen);
    else if (key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };

  return (
    <Frame label={messages.FIELD_LABELS.area} name="area">
      {(ids) => (
        <div className="relative">
          <input type="hidden" name="area" value={known?.id ?? ''} />
          <input
            {...ids}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-controls={listId}
            aria-activedescendant={found[active] ? optionId : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={messages.AREA_EXAMPLE}
            value={typed ?? (known ? areaName(known) : '')}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              rememberArea(called(value));
              show(0);
            }}
            onFocus={({ currentTarget }) => {
              if (known) currentTarget.select();
              else show(-1);
            }}
            onClick={() => show(active)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (known) setTyped(null);
              close();
            }}
            className="input"
          />
          <div
            id={listId}
            role="listbox"
            aria-label={messages.FIELD_LABELS.area}
            hidden={found.length === 0}
            className="panel absolute inset-x-0 top-full z-10 mt-1 max-h-60 overflow-y-auto py-1 [box-shadow:0_8px_20px_#0003]"
          >
            {found.map((one, at) => (
              <button
                type="button"
                tabIndex={-1}
                key={one.id}
                id={`${listId}-${at}`}
                role="option"
                aria-selected={at === active}
                className="flex min-h-11 w-full items-center px-3.5 text-left hover:bg-sunken aria-selected:bg-leaf-soft"
                // A press must not take the focus from the field, because then the list would close before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(one)}
              >
                {areaName(one)}
              </button>
            ))}
          </div>
          <p role="status" className="mt-1 text-sm text-muted empty:hidden">
            {open && found.length === 0 ? messages.NO_AREA_FOUND : ''}
          </p>
        </div>
      )}
    </Frame>
  );
}
