import { useEffect, useRef } from 'react';
import { Form, Link, useSearchParams, useSubmit } from 'react-router';
import { Field, SelectField } from '../../components/field.tsx';
import { Button } from '../components/button.tsx';
import { actorName, LOG_PARTS } from './change-sentence.ts';

const NAMES = ['who', 'what', 'from', 'to'] as const;

/** Which entries of the log: by whom, of what, and on which days. In the address, and without scripts too. */
export function LogFilters({ people }: { people: readonly string[] }) {
  const [params] = useSearchParams();
  const submit = useSubmit();
  const value = (name: string): string => params.get(name) ?? '';
  const form = useRef<HTMLFormElement>(null);
  // The fields follow the address when it changes by a link, or by going back.
  useEffect(() => {
    for (const name of NAMES) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = params.get(name) ?? '';
    }
  }, [params]);
  return (
    <Form
      ref={form}
      role="search"
      className="grid grid-cols-2 items-end gap-3 md:flex md:[&>div]:flex-1"
      onChange={({ target, currentTarget }) => {
        // While somebody types a year, the date is one of long ago.
        const isTyping = target instanceof HTMLInputElement && /^[01]/.test(target.value);
        if (!isTyping) void submit(currentTarget);
      }}
    >
      <SelectField label="Who" name="who" defaultValue={value('who')}>
        <option value="">Everybody</option>
        {people.map((actor) => (
          <option key={actor} value={actor}>
            {actorName(actor)}
          </option>
        ))}
      </SelectField>
      <SelectField label="What" name="what" defaultValue={value('what')}>
        <option value="">Everything</option>
        {Object.entries(LOG_PARTS).map(([part, text]) => (
          <option key={part} value={part}>
            {text}
          </option>
        ))}
      </SelectField>
      <Field label="From" name="from" type="date" defaultValue={value('from')} />
      <Field label="To" name="to" type="date" defaultValue={value('to')} />
      <noscript>
        <Button look="quiet" label="Show" />
      </noscript>
      {NAMES.some((name) => value(name) !== '') ? (
        <Link to="?" className="col-span-2 btn btn-quiet justify-self-start">
          Show all
        </Link>
      ) : null}
    </Form>
  );
}
