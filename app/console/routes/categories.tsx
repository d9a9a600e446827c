import { type LoaderFunctionArgs, useActionData, useFetcher, useLoaderData } from 'react-router';
import { useEffect, useRef, useState } from 'react';
import { formText, refuseForm, servicesOf } from '../../context.ts';
import type { CategoryFault } from '../../../domain/catalogue/read-categories.ts';
import { CategoryRow, type Stored } from '../categories/category-row.tsx';
import { readRows } from '../categories/read-rows.ts';
import { Button } from '../components/button.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction } from '../operator-action.ts';
import { useKeepFocus } from '../state/keep-focus.ts';
import { type Answer, keepForm, reloadRefused, useAnswerToast } from '../state/answer.ts';

interface CategoriesAnswer extends Answer {
  errors?: CategoryFault[];
  /** Somebody else has changed the list: the next save overwrites that. */
  conflict?: boolean;
}

export function loader(args: LoaderFunctionArgs) {
  return servicesOf(args).categories.list();
}

const CONFLICT =
  'Somebody else has changed the categories meanwhile. Nothing is saved yet: Save again to keep what stands here.';

export const action = operatorAction(async (args, by) => {
  const form = await args.request.formData();
  const outcome = await servicesOf(args).categories.replace(readRows(form), by, formText(form, 'version'));
  const refuse = (status: number, answer: CategoriesAnswer) => refuseForm(args, { status }, answer);
  if (outcome.kind === 'conflict') return refuse(409, { conflict: true, error: CONFLICT });
  if (outcome.kind === 'changed') return { done: 'Saved' } satisfies CategoriesAnswer;
  const { errors } = outcome;
  const error = errors.find(({ row }) => row === undefined)?.reason;
  return refuse(422, { errors, ...(error === undefined ? {} : { error }) });
});

export const clientAction = keepForm;
export const shouldRevalidate = reloadRefused;

interface Row {
  key: string;
  stored: Stored;
}

export default function Categories() {
  const { version, categories } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<CategoriesAnswer>();
  useAnswerToast(fetcher);
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  const pageAnswer = useActionData<CategoriesAnswer>();
  /** While it is edited, the list does not follow what others change. The fields themselves have what is typed. */
  const [edited, setEdited] = useState<{ rows: Row[]; version: string } | null>(null);
  const [seen, setSeen] = useState(answer);
  if (answer && answer !== seen) {
    setSeen(answer);
    if (answer.done !== undefined) setEdited(null);
    else if (answer.conflict && edited) setEdited({ ...edited, version });
  }
  const added = useRef(0);
  const list = edited ?? {
    rows: categories.map((stored): Row => ({ key: `${version} ${stored.id}`, stored })),
    version,
  };
  const { rows } = list;
  useKeepFocus(null, rows.length);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  const edit = (to: Row[]): void => setEdited({ ...list, rows: to });
  const move = (at: number, by: -1 | 1): void => {
    const others = rows.toSpliced(at, 1);
    edit(others.toSpliced(at + by, 0, ...rows.slice(at, at + 1)));
  };
  const add = (): void => {
    added.current += 1;
    edit([...rows, { key: `new ${added.current}`, stored: null }]);
  };
  const errors = (answer ?? (fetcher.data ? undefined : pageAnswer))?.errors ?? [];
  return (
    <Screen title="Categories">
      <p className="max-w-prose text-muted">
        Products are sorted into these, and menus show them in this order. One of your own is in menus as soon as it has
        products.
      </p>
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onInput={() => {
          if (!edited) edit(rows);
        }}
      >
        <input type="hidden" name="version" value={list.version} />
        <ul aria-label="Categories" className="panel rows">
          {rows.map(({ key, stored }, at) => (
            <CategoryRow
              key={key}
              stored={stored}
              at={at}
              isLast={at === rows.length - 1}
              errors={errors.filter(({ row }) => row === at)}
              onMove={(by) => move(at, by)}
              onRemove={() => edit(rows.toSpliced(at, 1))}
            />
          ))}
        </ul>
        <div className="flex justify-between gap-2">
          <Button label="Save" className="min-w-32" />
          <Button look="quiet" label="Add category" onClick={add} />
        </div>
      </fetcher.Form>
    </Screen>
  );
}
