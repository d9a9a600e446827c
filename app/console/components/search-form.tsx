import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';
import Search from 'virtual:icons/search';

interface SearchFormProps {
  label: string;
  /** A parameter of the address that a search keeps. */
  keep?: string;
  children?: ReactNode;
}

/** A search in a list: the address has the text as `?q=`. It works without scripts, and searches as soon as a select changes. */
export function SearchForm({ label, keep = '', children }: SearchFormProps) {
  const [params] = useSearchParams();
  const submit = useSubmit();
  const text = params.get('q') ?? '';
  const kept = params.get(keep);
  const box = useRef<HTMLInputElement>(null);
  // The box follows the address, but takes nothing away from who is typing the next search.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = text;
  }, [text]);
  return (
    <Form
      role="search"
      className="flex flex-wrap gap-2"
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) void submit(currentTarget);
      }}
    >
      {kept ? <input type="hidden" name={keep} value={kept} /> : null}
      <div className="relative min-w-0 flex-1 basis-56">
        <input
          ref={box}
          type="search"
          name="q"
          defaultValue={text}
          aria-label={label}
          placeholder={label}
          maxLength={100}
          autoComplete="off"
          className="input pr-12"
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute top-0 right-0 grid size-11 place-items-center text-muted"
        >
          <Search className="size-5" />
        </button>
      </div>
      {children}
    </Form>
  );
}
