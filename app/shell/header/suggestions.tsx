import { NOTHING_FOUND, SUGGESTIONS, SUGGESTION_COUNT } from '#messages';
import { Link } from '../../components/link.tsx';
import { formatMeasure, formatMessage, formatPrice, productName, secondName } from '../../../messages/format.ts';
import { type ComponentProps, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { displayedPrice } from '../../../domain/orders/pricing.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { Thumbnail } from '../../components/picture.tsx';
import { fetchSuggestions } from '../../state/products/fetch-products.ts';

/** After the last key, in ms: people type faster than a slow network answers. */
const PAUSE_MS = 100;

const NOTHING: readonly Product[] = [];

const LIST = 'panel absolute inset-x-0 top-full z-40 mt-1 [box-shadow:0_8px_20px_#0003]';

/**
 * ARIA's pattern of a combobox for the search box of the same form, loaded when that is first focused. It shares no
 * script with the other combobox: that would be one more to wait for. `onShow` gets what the box says of the list.
 */
export default function Suggestions({ onShow }: { onShow: (aria: ComponentProps<'input'>) => void }) {
  const [found, setFound] = useState<readonly Product[]>();
  const products = found ?? NOTHING;
  const [chosen, setChosen] = useState(-1);
  const status = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const open = products.length > 0;
  const optionId = (at: number): string => `${id}-${at}`;

  const close = (): void => {
    setFound(undefined);
    setChosen(-1);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!found || event.isComposing) return;
    const { key } = event;
    if (open && (key === 'ArrowDown' || key === 'ArrowUp')) {
      // One place before the first product is the box itself.
      const places = products.length + 1;
      setChosen(((chosen + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places) - 1);
    } else if (key === 'Escape') close();
    else if (key === 'Enter' && chosen >= 0) document.getElementById(optionId(chosen))?.click();
    else return;
    event.preventDefault();
  });
  const onType = useEffectEvent(close);

  useEffect(() => {
    const box = boxBeside(status.current);
    if (!box) return;
    const listening = new AbortController();
    const { signal } = listening;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request = new AbortController();
    const ask = async (text: string): Promise<void> => {
      request = new AbortController();
      try {
        const group = box.form?.querySelector('select')?.value ?? '';
        const found = await fetchSuggestions(text, group, request.signal);
        // Only the answer to what stands in the box now is shown.
        if (box.value === text && document.activeElement === box) setFound(found);
      } catch {
        // Aborted by the next letter, or no network: then there are just no suggestions.
      }
    };
    const stop = (): void => {
      clearTimeout(timer);
      request.abort();
      onType();
    };
    const type = (): void => {
      stop();
      const text = box.value;
      if (text.trim() !== '') timer = setTimeout(() => void ask(text), PAUSE_MS);
    };
    box.addEventListener('input', type, { signal });
    box.addEventListener('focus', type, { signal });
    box.addEventListener('blur', stop, { signal });
    box.form?.addEventListener('submit', stop, { signal });
    box.addEventListener('keydown', (event) => onKey(event), { signal });
    if (document.activeElement === box) type();
    return () => {
      clearTimeout(timer);
      request.abort();
      listening.abort();
    };
  }, []);

  useEffect(() => {
    const option = chosen < 0 ? undefined : `${id}-${chosen}`;
    const controls = open ? id : undefined;
    onShow({ 'aria-autocomplete': 'list', 'aria-controls': controls, 'aria-activedescendant': option });
    if (option) document.getElementById(option)?.scrollIntoView({ block: 'nearest' });
  }, [id, open, chosen, onShow]);

  const onChoose = (): void => {
    const box = boxBeside(status.current);
    close();
    if (!box) return;
    box.value = '';
    box.blur();
  };

  return (
    <>
      <p ref={status} role="status" className="sr-only">
        {open ? formatMessage(SUGGESTION_COUNT, { n: products.length }) : found && NOTHING_FOUND}
      </p>
      {found?.length === 0 ? (
        <p aria-hidden className={`${LIST} px-3 py-3 text-muted`}>
          {NOTHING_FOUND}
        </p>
      ) : null}
      {open ? (
        <div id={id} role="listbox" aria-label={SUGGESTIONS} className={`${LIST} max-h-[60dvh] overflow-y-auto py-1`}>
          {products.map((product, at) => (
            <Link
              key={product.id}
              id={optionId(at)}
              role="option"
              aria-selected={at === chosen}
              tabIndex={-1}
              to={`/product/${product.id}`}
              className="flex min-h-12 items-center gap-3 px-3 py-1 hover:bg-sunken aria-selected:bg-leaf-soft"
              // A press must not take the focus from the box, because then the list would close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={onChoose}
            >
              <Thumbnail {...product} sizes="40px" className="size-10 rounded-xl" />
              <span translate="no" className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{productName(product)}</span>
                <span className="block truncate text-sm text-muted">
                  {secondName(product) ? <span lang="bn">{secondName(product)} · </span> : null}
                  {formatMeasure(product)}
                </span>
              </span>
              <span className="shrink-0 font-semibold figures">{formatPrice(displayedPrice(product))}</span>
            </Link>
          ))}
        </div>
      ) : null}
    </>
  );
}

function boxBeside(element: HTMLElement | null): HTMLInputElement | null {
  return element?.closest('form')?.querySelector<HTMLInputElement>('input[type=search]') ?? null;
}
