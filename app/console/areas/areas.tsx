import { useMemo, useState } from 'react';
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { DeliveryFee } from '../../../domain/orders/pricing.ts';
import { act, actionOf, refuse, servicesFor } from '../context.ts';
import { areaFinder } from '../../../domain/shop/areas.ts';
import { MAX_AREAS_BYTES } from '../../../domain/shop/read-areas.ts';
import { feeOf } from '../../../domain/shop/settings.ts';
import { operatorSentence } from '../../../messages/operator-sentence.ts';
import { formText } from '../../context.ts';
import { ButtonLink } from '../kit/form.tsx';
import { type Column, RemoveRow, RowsForm, typedRows, useRows } from '../kit/rows-form.tsx';
import { SettingsScreen } from '../kit/screen.tsx';
import { type ImportAnswer, ImportAreas } from './import-areas.tsx';
import { ReadyAreas } from './ready-areas.tsx';
import { t } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { areas, settings } = (await servicesFor(args, 'settings')).shop;
  return { ...(await areas.list()), usual: feeOf(settings()) };
}

export const action = actionOf(
  {
    // The form of the rows has no name.
    '': act('areas.set', { input: typedAreas, done: t('Saved.') }),
    load: act('areas.set', { input: withChosen, done: t('Loaded.') }),
    check: importFile,
    import: importFile,
  },
  MAX_AREAS_BYTES,
);

function typedAreas(form: FormData) {
  const areas = typedRows(form, ['name', 'nameBn', 'fee', 'freeFrom', 'minimum'], 'delivers');
  return { areas, version: formText(form, 'version') };
}

/** The form as it is, and what was chosen of the ready list, for one fee. */
async function withChosen(form: FormData, args: ActionFunctionArgs) {
  const { areas, version } = typedAreas(form);
  const ready = await (await servicesFor(args, 'settings')).shop.areas.ready();
  const chosen = ready.filter(({ id }) => form.getAll('ready').includes(id));
  const fee = formText(form, 'readyFee');
  return {
    areas: [...areas, ...chosen.map(({ id, name, nameBn, aliases }) => ({ id, name, nameBn, aliases, fee }))],
    version,
  };
}

/** Checks a file, or imports it. */
async function importFile(form: FormData, args: ActionFunctionArgs) {
  const { areas } = (await servicesFor(args, 'settings')).shop;
  const file = form.get('file');
  const read = file instanceof File ? areas.ofFile(new Uint8Array(await file.arrayBuffer())) : null;
  if (!read?.ok)
    return refuse(
      args,
      422,
      `${t('Nothing was imported.')} ${read ? operatorSentence(read.reason) : t('Choose a file.')}`,
    );
  const check = formText(form, 'intent') === 'check';
  const version = formText(form, 'seen') || undefined;
  return act('areas.import', {
    input: () => ({ areas: read.value, check, replace: form.has('replace'), version }),
    done: (would): ImportAnswer => (check ? { would } : { done: t('Imported.') }),
  })(form, args);
}

export { keepRows as clientAction, reloadRefused as shouldRevalidate } from '../kit/answer.ts';

const LAYOUT = 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6.5rem_6.5rem_6.5rem_6.5rem_5rem]';

function columnsOf(usual: DeliveryFee): Column[] {
  const amount = { type: 'number', className: 'col-span-2' } as const;
  return [
    { name: 'name', label: t('Area'), maxLength: 80 },
    { name: 'nameBn', label: t('Area in Bangla'), maxLength: 80, lang: 'bn' },
    { ...amount, name: 'fee', label: t('Fee'), placeholder: String(usual.fee) },
    { ...amount, name: 'freeFrom', label: t('Free from'), placeholder: String(usual.freeFrom ?? '') },
    { ...amount, name: 'minimum', label: t('Smallest order'), placeholder: String(usual.minimum ?? '') },
    { name: 'delivers', label: t('Delivers'), type: 'checkbox' },
  ];
}

export default function Areas() {
  const { rows: areas, version, usual } = useLoaderData<typeof loader>();
  const columns = columnsOf(usual);
  const list = useRows(areas, version);
  const { rows, busy, faults } = list;
  const [search, setSearch] = useState('');
  const [seen, setSeen] = useState(faults);
  if (faults !== seen) {
    setSeen(faults);
    if (faults.length > 0) setSearch('');
  }
  const finder = useMemo(() => areaFinder(rows.flatMap(({ stored }) => stored ?? [])), [rows]);
  const found = new Set(finder.find(search));
  return (
    <SettingsScreen title={t('Areas')}>
      <p className="max-w-prose text-sm text-muted">
        {t(
          'Without areas the shop delivers everywhere for the fee in Settings. With areas a shopper has to choose one that it delivers to. An amount that is left empty is that of Settings.',
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <ReadyAreas busy={busy} usualFee={usual.fee} />
        <ButtonLink to="/areas/export" download label={t('Export')} />
      </div>
      {rows.length > 8 ? (
        <input
          type="search"
          aria-label={t('Find an area')}
          placeholder={t('Find an area')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          autoComplete="off"
          className="input max-w-md"
        />
      ) : null}
      <RowsForm
        list={list}
        label={t('Areas')}
        one={t('area')}
        columns={columns}
        layout={LAYOUT}
        empty={t('There is no area: the shop delivers everywhere.')}
        isHidden={(area) => !found.has(area)}
      >
        {(area, at) => (
          <>
            {area ? null : <input type="hidden" name="id" />}
            <RemoveRow onRemove={() => list.remove(at)} />
          </>
        )}
      </RowsForm>
      <ImportAreas columns={columns} edited={list.edited} />
    </SettingsScreen>
  );
}
