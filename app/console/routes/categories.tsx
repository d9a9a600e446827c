import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { servicesFor } from '../context.ts';
import { GROUP_NAMES } from '#messages';
import { GROUPS } from '../../../domain/catalogue/catalogue.ts';
import { formText, refuseForm } from '../../context.ts';
import { AddressCell, CategoryBar } from '../categories/category-row.tsx';
import { operatorAction } from '../operator-action.ts';
import type { Column } from '../rows/row.tsx';
import { RowsForm } from '../rows/rows-form.tsx';
import { conflictOf, typedRows } from '../rows/typed-rows.ts';
import { type RowsAnswer, useRows } from '../rows/use-rows.ts';
import { SettingsScreen } from '../settings/settings-screen.tsx';
import { keepForm, reloadRefused } from '../state/answer.ts';

export async function loader(args: LoaderFunctionArgs) {
  return (await servicesFor(args, 'settings')).categories.list();
}

export const action = operatorAction('settings', async (args, { by, services }) => {
  const form = await args.request.formData();
  const rows = typedRows(form, ['name', 'nameBn', 'aliases', 'group'], 'shown');
  const outcome = await services.categories.replace(rows, by, formText(form, 'version'));
  const refuse = (status: number, answer: RowsAnswer) => refuseForm(args, { status }, answer);
  if (outcome.kind === 'conflict') return refuse(409, conflictOf('categories'));
  if (outcome.kind === 'changed') return { done: 'Saved' } satisfies RowsAnswer;
  const { errors } = outcome;
  const faults = errors.flatMap(({ row, field = null, reason }) => (row === undefined ? [] : { row, field, reason }));
  const error = errors.find(({ row }) => row === undefined)?.reason;
  return refuse(422, { faults, ...(error !== undefined && { error }) });
});

export const clientAction = keepForm;
export const shouldRevalidate = reloadRefused;

const COLUMNS: readonly Column[] = [
  { name: 'name', label: 'Category', maxLength: 40 },
  { name: 'nameBn', label: 'Category in Bangla', maxLength: 40, lang: 'bn' },
  {
    name: 'group',
    label: 'Group',
    options: GROUPS.map((group) => [group, GROUP_NAMES[group]]),
    className: 'col-span-4',
  },
  { name: 'shown', label: 'Shown', type: 'checkbox', className: 'col-span-2' },
  { name: 'aliases', label: 'Other words', placeholder: 'alu|aloo|potato', className: 'col-span-full' },
];
const LAYOUT = 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9.5rem_5.5rem_minmax(0,1fr)]';

export default function Categories() {
  const { version, categories } = useLoaderData<typeof loader>();
  const list = useRows(categories, version);
  return (
    <SettingsScreen title="Categories">
      <p className="max-w-prose text-sm text-muted">
        Products are sorted into these, and menus show them in this order. One of your own is in menus as soon as it has
        products.
      </p>
      <RowsForm
        list={list}
        label="Categories"
        one="category"
        columns={COLUMNS}
        layout={LAYOUT}
        empty="There is no category."
        followNames
      >
        {(category, at, typed) => (
          <>
            {category ? null : <AddressCell name={typed} error={list.faultOf(at, 'id')} />}
            <CategoryBar category={category} at={at} list={list} />
          </>
        )}
      </RowsForm>
    </SettingsScreen>
  );
}
