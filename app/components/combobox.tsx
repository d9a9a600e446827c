import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Frame } from './field.tsx';

interface ComboboxProps<T> extends Omit<ComponentProps<'input'>, 'list' | 'children'> {
  label: string;
  /** Of whose errors it shows, when that is not its `name`. */
  field?: string;
  value: string;
  onType: (text: string) => void;
  /** What fits to the text. Asked while the list is open. */
  find: () => readonly T[];
  keyOf: (one: T) => string;
  onChoose: (one: T) => void;
  /** What opens the list besides typing. Without it this is a field with suggestions. */
  opensBy?: 'focus' | 'press';
  /** Enter chooses the first one; it may be marked as soon as something is typed. */
  first?: 'marked' | 'entered' | undefined;
  /** Said when nothing fits. */
  none: string;
  /** The classes of the list and of its options. */
  looks: readonly [list: string, option: string];
  /** Shows one of them. */
  children: (one: T) => ReactNode;
}

/** ARIA's pattern of a combobox: the focus stays in the field. A tap chooses, or arrow keys and Enter. */
export function Combobox<T>({ label, field, onType, find, keyOf, onChoose, children, ...props }: ComboboxProps<T>) {
  const { opensBy, first, none, looks, ...input } = props;
  const [open, setOpen] = useState(false);
  /** Of the options; -1 is the field itself. */
  const [active, setActive] = useState(-1);
  const listId = useId();
  const optionId = `${listId}-${active}`;
  const found = open ? find() : [];
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
  const choose = (chosen: T): void => {
    close();
    onChoose(chosen);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    input.onKeyDown?.(event);
    const { key } = event;
    const chosen = found[active] ?? (first === 'entered' ? found[0] : undefined);
    if (key === 'ArrowDown') show((active + 1) % Math.max(1, found.length));
    else if (key === 'ArrowUp') show((active <= 0 ? found.length : active) - 1);
    else if (key === 'Enter' && chosen) choose(chosen);
    else if (key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };
  return (
    <Frame label={label} name={field ?? input.name}>
      {(ids) => (
        <div className="relative">
          <input
            autoComplete="off"
            {...input}
            {...ids}
            className="input"
            {...(opensBy && { role: 'combobox', 'aria-expanded': found.length > 0 })}
            aria-autocomplete="list"
            aria-controls={found.length > 0 ? listId : undefined}
            aria-activedescendant={found[active] ? optionId : undefined}
            onChange={({ currentTarget }) => {
              onType(currentTarget.value);
              show(first === 'marked' ? 0 : -1);
            }}
            onFocus={(event) => {
              input.onFocus?.(event);
              if (opensBy === 'focus') show(-1);
            }}
            onClick={() => opensBy && show(active)}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              input.onBlur?.(event);
              close();
            }}
          />
          {found.length > 0 ? (
            <div
              id={listId}
              role="listbox"
              aria-label={label}
              className={`panel absolute inset-x-0 top-full mt-1 overflow-y-auto py-1 [box-shadow:0_8px_20px_#0003] ${looks[0]}`}
            >
              {found.map((one, at) => (
                <button
                  type="button"
                  tabIndex={-1}
                  key={keyOf(one)}
                  id={`${listId}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  className={`flex w-full items-center text-left hover:bg-sunken aria-selected:bg-leaf-soft ${looks[1]}`}
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
            {open && found.length === 0 ? none : ''}
          </p>
        </div>
      )}
    </Frame>
  );
}
