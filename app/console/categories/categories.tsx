import { GROUP_NAMES } from '#messages';
import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { suggestedId } from '../../../base/text.ts';
import { type Category, GROUPS } from '../../../domain/catalogue/catalogue.ts';
import { formText } from '../../context.ts';
import { act, actionOf, servicesFor } from '../context.ts';
import { Button } from '../kit/form.tsx';
import { Cell, type Column, RemoveRow, type Rows, RowsForm, typedRows, useRows } from '../kit/rows-form.tsx';
import { storedWords, writtenWords } from '../kit/other-words.ts';
import { SettingsScreen } from '../kit/screen.tsx';
import { t } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { rows, version } = await (await servicesFor(args, 'settings')).categories.list();
  return { version, rows: rows.map((row) => Object.assign(row, { aliases: writtenWords(row.aliases) })) };
}

export const action = actionOf(
  act('categories.set', {
    input: (form) => ({
      categories: typedRows(form, ['name', 'nameBn', 'aliases', 'group'], 'shown').map((row) =>
        Object.assign(row, { aliases: storedWords(String(row.aliases ?? '')) }),
      ),
      version: formText(form, 'version'),
    }),
    done: t('Saved.'),
  }),
);

export { keepRows as clientAction, reloadRefused as shouldRevalidate } from '../kit/answer.ts';

const COLUMNS: readonly Column[] = [
  { name: 'name', label: t('Category'), maxLength: 40 },
  { name: 'nameBn', label: t('Category in Bangla'), maxLength: 40, lang: 'bn' },
  {
    name: 'group',
    label: t('Group'),
    options: GROUPS.map((group) => [group, GROUP_NAMES[group]]),
    className: 'col-span-4',
  },
  { name: 'shown', label: t('Shown'), type: 'checkbox', className: 'col-span-2' },
  { name: 'aliases', label: t('Other words'), placeholder: 'alu, aloo, potato', className: 'col-span-full' },
];
const LAYOUT = 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9.5rem_5.5rem_minmax(0,1fr)]';

export default function Categories() {
  const { version, rows } = useLoaderData<typeof loader>();
  const list = useRows(rows, version);
  return (
    <SettingsScreen title={t('Categories')}>
      <p className="max-w-prose text-sm text-muted">
        {t(
          'Products are sorted into these, and menus show them in this order. One of your own is in menus as soon as it has products.',
        )}
      </p>
      <RowsForm
        list={list}
        label={t('Categories')}
        one={t('category')}
        columns={COLUMNS}
        layout={LAYOUT}
        empty={t('There is no category.')}
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

/** Of a new category, suggested by its name. */
function AddressCell({ name, error }: { name: string; error: string | undefined }) {
  const [id, setId] = useState('');
  return (
    <Cell
      label={t('Address')}
      name="id"
      value={id || suggestedId(name).slice(0, 40)}
      onChange={({ currentTarget }) => setId(currentTarget.value)}
      error={error}
      maxLength={40}
      autoCapitalize="none"
      spellCheck={false}
      className="col-span-full lg:[&>label]:not-sr-only!"
    />
  );
}

type Stored = Category & { products: number };

function CategoryBar({ category, at, list }: { category: Stored | null; at: number; list: Rows<Stored> }) {
  /** The pressed button keeps the focus, although its row goes to another place. */
  const move = ({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>, by: -1 | 1): void => {
    flushSync(() => list.move(at, by));
    const other = by === -1 ? pressed.nextElementSibling : pressed.previousElementSibling;
    if (!pressed.disabled) pressed.focus();
    else if (other instanceof HTMLElement) other.focus();
  };
  const products = category?.products ?? 0;
  return (
    <div className="col-span-full flex flex-wrap items-center gap-1">
      {category && products > 0 ? (
        <Link to={`/products?category=${category.id}`} className="tap text-sm text-muted figures hover:underline">
          {t('{n} product|{n} products', { n: products })}
        </Link>
      ) : (
        <RemoveRow onRemove={() => list.remove(at)} />
      )}
      <span className="ml-auto flex gap-1">
        {([-1, 1] as const).map((by) => (
          <Button
            key={by}
            look="quiet"
            label={by === -1 ? t('Move up') : t('Move down')}
            className="px-2"
            disabled={at + by === -1 || at + by === list.rows.length}
            onClick={(event) => move(event, by)}
          />
        ))}
      </span>
    </div>
  );
}
