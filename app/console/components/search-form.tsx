import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';
import Search from 'virtual:icons/search';

interface SearchFormProps {
  label: string;
  /** Of the box, where it shares a line of a phone. */
  basis?: string;
  children?: ReactNode;
}

/** A search in a list: the address has the text as `?q=`. It works without scripts, and searches as soon as another field changes. */
export function SearchForm({ label, basis = 'basis-56', children }: SearchFormProps) {
  const [params] = useSearchParams();
  const submit = useSubmit();
  const text = params.get('q') ?? '';
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
        // A box without a name is not of the search.
        const isField =
          target instanceof HTMLInputElement && ['checkbox', 'date'].includes(target.type) && target.name !== '';
        if (target instanceof HTMLSelectElement || isField) void submit(currentTarget);
      }}
    >
      <div className={`relative min-w-0 flex-1 ${basis}`}>
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
