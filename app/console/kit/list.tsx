import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';
import Search from 'virtual:icons/search';
import { ButtonLink } from './form.tsx';
import { t } from '../../../messages/console/t.ts';

/**
 * A form whose fields are those of the address, and follow it. Another choice, tick or day is another address at once.
 */
export function FilterForm({ className, children }: { className: string; children: ReactNode }) {
  const [params] = useSearchParams();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const field of form.current?.elements ?? []) {
      // Nothing is taken away from whoever is typing the next search.
      if (!isFilter(field) || (field.type === 'search' && field === document.activeElement)) continue;
      const value = params.get(field.name);
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value !== null;
      else field.value = value ?? '';
    }
  }, [params]);
  return (
    <Form
      ref={form}
      role="search"
      className={className}
      onChange={({ target, currentTarget }) => {
        if (!isFilter(target) || target.type === 'search') return;
        // While somebody types a year, the date is one of long ago.
        const isTyping = target.type === 'date' && /^[01]/.test(target.value);
        if (!isTyping) void submit(currentTarget);
      }}
    >
      {children}
    </Form>
  );
}

/** A box without a name is not of the search. */
function isFilter(field: EventTarget): field is HTMLInputElement | HTMLSelectElement {
  if (field instanceof HTMLSelectElement) return true;
  return field instanceof HTMLInputElement && field.type !== 'hidden' && field.name !== '';
}

interface SearchFormProps {
  label: string;
  /** Of the box, where it shares a line of a phone. */
  basis?: string;
  children?: ReactNode;
}

/** A search in a list: the address has the text as `?q=`. */
export function SearchForm({ label, basis = 'basis-56', children }: SearchFormProps) {
  const [params] = useSearchParams();
  return (
    <FilterForm className="flex flex-wrap gap-2">
      <div className={`relative min-w-0 flex-1 ${basis}`}>
        <input
          type="search"
          name="q"
          defaultValue={params.get('q') ?? ''}
          aria-label={label}
          placeholder={label}
          maxLength={100}
          autoComplete="off"
          className="input pr-11"
        />
        <button type="submit" aria-label={t('Search')} className="absolute top-0 right-0 tap justify-center text-muted">
          <Search className="size-5" />
        </button>
      </div>
      {children}
    </FilterForm>
  );
}

/** The headings of a list's columns on a desk. Screen readers hear what a row's parts are from the parts. */
export function Columns({ names, className }: { names: readonly string[]; className: string }) {
  return (
    <div aria-hidden className={`hidden border-b border-line py-2 text-sm text-muted ${className}`}>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className="panel px-4 py-10 text-center text-muted">{children}</p>;
}

/** The query of an address with other parameters; null is without one. Another query begins with its first part. */
export function queryWith(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ after: null, ...changes })) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `?${query}`;
}

/** The links below a part of a long list: to its first part and to the next one, whose key is `next`. */
export function Pager({ next }: { next: string | null }) {
  const [params] = useSearchParams();
  const shown = params.get('after');
  const link = (label: string, after: string | null) => <ButtonLink to={queryWith(params, { after })} label={label} />;
  return shown === null && next === null ? null : (
    <nav aria-label={t('Pages')} className="flex justify-between gap-2 print:hidden">
      {shown === null ? <span /> : link(t('First page'), null)}
      {next === null ? null : link(t('Next page'), next)}
    </nav>
  );
}
