import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { inTk, SUGGESTIONS, suggestionCount } from '../../domain/messages.ts';
import { displayedPrice } from '../../domain/pricing.ts';
import { type Product, parseProducts } from '../../domain/product.ts';
import { Picture } from '../components/picture.tsx';

/** After the last key, in ms: people type faster than a slow network answers. */
const PAUSE_MS = 100;

const NOTHING: readonly Product[] = [];

/**
 * Products for what is being typed into the search box: ARIA's pattern of a list of suggestions. The focus stays in the box; the arrow
 * keys choose, Enter opens the product, Escape closes the list. Loaded when the box is focused for the first time.
 */
export default function Suggestions({ box }: { box: RefObject<HTMLInputElement | null> }) {
  const [products, setProducts] = useState(NOTHING);
  const [chosen, setChosen] = useState(-1);
  const navigate = useNavigate();
  const id = useId();
  const open = products.length > 0;
  const optionId = (at: number): string => `${id}-${at}`;

  const close = (): void => {
    setProducts(NOTHING);
    setChosen(-1);
  };
  const go = (product: Product): void => {
    close();
    if (box.current) {
      box.current.value = '';
      box.current.blur();
    }
    void navigate(`/product/${product.id}`);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!open || event.isComposing) return;
    const { key } = event;
    const product = products[chosen];
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      // One place before the first product is the box itself.
      const places = products.length + 1;
      setChosen(((chosen + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places) - 1);
    } else if (key === 'Escape') close();
    else if (key === 'Enter' && product) go(product);
    else return;
    event.preventDefault();
  });
  const onType = useEffectEvent(() => close());

  useEffect(() => {
    const input = box.current;
    if (!input) return;
    const listening = new AbortController();
    const { signal } = listening;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const stop = (): void => {
      clearTimeout(timer);
      asked.abort();
    };
    const ask = async (text: string): Promise<void> => {
      asked = new AbortController();
      try {
        const response = await fetch(`/api/suggest?${new URLSearchParams({ q: text })}`, { signal: asked.signal });
        const found = response.ok ? parseProducts(await response.json()) : NOTHING;
        // Only the answer to what stands in the box now is shown.
        if (input.value === text && document.activeElement === input) setProducts(found);
      } catch {
        // Aborted by the next letter, or no network: then there are just no suggestions.
      }
    };
    const type = (): void => {
      stop();
      onType();
      const text = input.value;
      if (text.trim() !== '') timer = setTimeout(() => void ask(text), PAUSE_MS);
    };
    const leave = (): void => {
      stop();
      onType();
    };
    input.addEventListener('input', type, { signal });
    input.addEventListener('focus', type, { signal });
    input.addEventListener('blur', leave, { signal });
    input.form?.addEventListener('submit', leave, { signal });
    input.addEventListener('keydown', (event) => onKey(event), { signal });
    if (document.activeElement === input) type();
    return () => {
      stop();
      listening.abort();
    };
  }, [box]);

  useEffect(() => {
    const input = box.current;
    if (!input) return;
    input.setAttribute('aria-autocomplete', 'list');
    if (open) input.setAttribute('aria-controls', id);
    else input.removeAttribute('aria-controls');
    if (chosen >= 0) input.setAttribute('aria-activedescendant', `${id}-${chosen}`);
    else input.removeAttribute('aria-activedescendant');
    if (chosen >= 0) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [box, id, open, chosen]);

  return (
    <>
      <p role="status" className="sr-only">
        {open ? suggestionCount(products.length) : ''}
      </p>
      {open ? (
        <ul
          id={id}
          role="listbox"
          aria-label={SUGGESTIONS}
          className="panel absolute inset-x-0 top-full z-40 mt-1 max-h-[60dvh] overflow-y-auto py-1 [box-shadow:0_8px_20px_#0003]"
        >
          {products.map((product, at) => (
            <li
              key={product.id}
              id={optionId(at)}
              role="option"
              aria-selected={at === chosen}
              className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1 hover:bg-sunken aria-selected:bg-leaf-soft"
              // A press must not take the focus from the box, because then the list would close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(product)}
            >
              <span className="size-10 shrink-0 overflow-hidden rounded-lg bg-tint">
                <Picture imgUrl={product.imgUrl} alt="" sizes="40px" className="size-full object-cover" />
              </span>
              <span className="min-w-0 flex-1 leading-5">
                <span className="block truncate font-medium">{product.name}</span>
                <span className="block truncate text-sm text-muted">
                  {product.name_bn ? <span lang="bn">{product.name_bn} · </span> : null}
                  {product.weight} {product.unit}
                </span>
              </span>
              <span className="shrink-0 font-semibold figures">{inTk(displayedPrice(product))}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
