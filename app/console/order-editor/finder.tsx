import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { CONSOLE_PATH } from '../../../base/console-path.ts';
import { Frame } from '../../components/field.tsx';
import type { Found } from '../files/order-finds.ts';

interface FinderProps<T> extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'> {
  label: string;
  value: string;
  onType: (text: string) => void;
  /** What is looked for: a list of `loader` of files/order-finds.ts. */
  kind: 'products' | 'customers';
  found: (answer: Found) => readonly T[];
  keyOf: (one: T) => string;
  onChoose: (one: T) => void;
  /** Shows one of them. */
  children: (one: T) => ReactNode;
}

/** A field with what the shop finds for its text below: a tap, or arrow key and Enter, chooses. The focus stays for the next. */
export function Finder<T>({ label, value, onType, kind, found, keyOf, onChoose, children, ...input }: FinderProps<T>) {
  const [data, setData] = useState<Found>();
  const request = useRef(new AbortController());
  /** Not a fetcher of the router: a live change would load the text of before again, over the answer to this one. */
  const ask = async (q: string): Promise<void> => {
    request.current.abort();
    request.current = new AbortController();
    const { signal } = request.current;
    try {
      const answer = await fetch(`${CONSOLE_PATH}/orders/finds?${new URLSearchParams({ kind, q })}`, { signal });
      if (answer.ok) setData(await answer.json());
    } catch {
      // The next letter has come, or there is no network: then nothing is found.
    }
  };
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const text = value.trim();
  const isAnswered = open && text !== '' && data?.text === text;
  const shown = isAnswered ? found(data) : [];
  const choose = (one: T): void => {
    setOpen(false);
    onChoose(one);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, nativeEvent } = event;
    // Who orders is chosen on purpose, a product is the best one.
    const chosen = shown[active] ?? (kind === 'products' ? shown[0] : undefined);
    if (nativeEvent.isComposing) return;
    if (key === 'Enter' && chosen) choose(chosen);
    else if (key === 'ArrowDown') setActive((active + 1) % Math.max(1, shown.length));
    else if (key === 'ArrowUp') setActive((active <= 0 ? shown.length : active) - 1);
    else if (key === 'Escape') setOpen(false);
    // Enter never sends half an order.
    else if (key !== 'Enter') return;
    event.preventDefault();
  };
  return (
    <Frame label={label} name={input.name}>
      {(ids) => (
        <div className="relative">
          <input
            autoComplete="off"
            {...input}
            {...ids}
            value={value}
            className="input"
            aria-autocomplete="list"
            aria-controls={shown.length > 0 ? listId : undefined}
            aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
            onChange={({ currentTarget: { value: typed } }) => {
              onType(typed);
              setOpen(true);
              setActive(-1);
              if (typed.trim() !== '') void ask(typed.trim());
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          {shown.length > 0 ? (
            <div
              id={listId}
              role="listbox"
              aria-label={`Found for ${label}`}
              className="panel absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto py-1 [box-shadow:0_8px_20px_#0003]"
            >
              {shown.map((one, at) => (
                <button
                  type="button"
                  tabIndex={-1}
                  key={keyOf(one)}
                  id={`${listId}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  className="flex min-h-12 w-full items-center justify-between gap-3 px-3 py-1 text-left hover:bg-sunken aria-selected:bg-leaf-soft"
                  // A press must not take the focus from the field, because then the list would close before the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(one)}
                >
                  {children(one)}
                </button>
              ))}
            </div>
          ) : null}
          <p role="status" className="text-sm text-muted not-empty:mt-1">
            {kind === 'products' && isAnswered && shown.length === 0
              ? 'Nothing else that is available is called so.'
              : ''}
          </p>
        </div>
      )}
    </Frame>
  );
}
