import { useState } from 'react';
import { areaName, formatNumber, productName, secondName } from '../../../messages/format.ts';
import { type LoaderFunctionArgs, useFetcher, useLoaderData, useSearchParams } from 'react-router';
import { type BazaarRow, quantityOf } from '../../../domain/bazaar/bazaar.ts';
import { isDay } from '../../../domain/orders/delivery.ts';
import { formatSlot } from '../../../messages/dates.ts';
import { FieldErrors, SelectField } from '../../components/field.tsx';
import { share } from '../../components/share.ts';
import { act, actionOf, servicesFor } from '../context.ts';
import type { Answer } from '../kit/answer.ts';
import { CheckBox, NumberField, Options } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import { Empty, FilterForm } from '../kit/list.tsx';
import { Screen, useRootData } from '../kit/screen.tsx';
import { unsaved } from '../kit/unsaved.ts';
import { dayText, formatTk } from '../kit/values.tsx';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { bazaar } = await servicesFor(args, 'bazaar');
  const { searchParams } = args.url;
  const day = searchParams.get('day') ?? '';
  return bazaar.list(isDay(day) ? day : undefined, searchParams.get('time') || null);
}

export const action = actionOf(act('bazaar.buy'));
export { keepRow as clientAction } from '../kit/answer.ts';

export default function Bazaar() {
  const { day, days, times, time, categories, text } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const known = useRootData()?.categories ?? [];
  const nameOf = ({ id, name }: { id: string; name: string }): string =>
    areaName(known.find((one) => one.id === id) ?? { name, nameBn: '' });
  const others = params.has('day') ? [...new Set([day, ...days])].toSorted() : days.filter((one) => one !== day);
  const rows = categories.flatMap((category) => category.rows);
  const paid = rows.reduce((sum, row) => sum + (row.paid ?? 0), 0);
  return (
    <Screen
      title={t('Bazaar')}
      actions={
        rows.length > 0 ? (
          <span className="flex gap-2 print:hidden">
            <Button look="quiet" label={t('Print')} onClick={() => print()} />
            <Button look="quiet" label={t('Share')} onClick={() => void share({ text }, t('The list is copied.'))} />
          </span>
        ) : null
      }
    >
      <FilterForm className="flex flex-wrap items-end gap-3 print:hidden">
        <SelectField label={t('Day')} name="day" defaultValue={params.get('day') ?? ''}>
          {/* Without a choice it is the next day with orders. */}
          <Options
            none={params.has('day') ? t('The next one') : dayText(day)}
            of={others.map((one) => [one, dayText(one)])}
          />
        </SelectField>
        {times.length > 0 ? (
          <SelectField label={t('Delivery time')} name="time" defaultValue={time ?? ''}>
            <Options none={t('All')} of={times.map((one) => [one.from, formatSlot(one)])} />
          </SelectField>
        ) : null}
        {rows.length > 0 ? (
          <p role="status" className="pb-2 text-lg figures">
            {t('{bought} of {all} bought', { bought: rows.filter(({ bought }) => bought).length, all: rows.length })}
            {paid > 0 ? `, ${formatTk(paid)}` : ''}
          </p>
        ) : null}
      </FilterForm>
      <h2 className="hidden print:block">{dayText(day)}</h2>
      {rows.length === 0 ? <Empty>{t('The orders of this day need nothing that is not in stock.')}</Empty> : null}
      {categories.map((category) => (
        <section key={category.id} aria-label={nameOf(category)}>
          <h2 className="mb-1 text-lg">{nameOf(category)}</h2>
          <ul className="panel rows print:border-0">
            {category.rows.map((row) => (
              <Row key={row.id} day={day} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </Screen>
  );
}

/** What is typed is sent when its field is left, and stays typed until it is stored. */
function Row({ day, row }: { day: string; row: BazaarRow }) {
  const { id, need, pieces, unit, bought, quantityBought, paid } = row;
  const name = productName(row);
  const fetcher = useFetcher<Answer>();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { formData: sent, data } = fetcher;
  const [last, setLast] = useState<Readonly<Record<string, string>>>({});
  const [seen, setSeen] = useState(data);
  if (data !== seen) {
    setSeen(data);
    // Something else may be typed by now.
    if (data?.error === undefined)
      setTyped(Object.fromEntries(Object.entries(typed).filter(([of, text]) => last[of] !== text)));
  }
  const isBought = sent?.has('bought') ? sent.get('bought') === 'yes' : bought;
  const send = (fields: Readonly<Record<string, string>>): void =>
    void fetcher.submit({ day, id, ...fields }, { method: 'post' });
  const field = (of: string, stored: number | null) => ({
    name: of,
    value: typed[of] ?? (stored === null ? '' : String(stored)),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped({ ...typed, [of]: currentTarget.value }),
    onBlur() {
      const value = typed[of];
      if (value === undefined) return;
      setLast({ [of]: value });
      send({ [of]: value });
    },
  });
  return (
    <li
      aria-label={name}
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 ${isBought ? 'text-muted' : ''}`}
      {...unsaved(Object.keys(typed).length > 0)}
    >
      <FieldErrors errors={data?.faults ?? []}>
        <CheckBox
          label={<span className="sr-only">{t('Bought')}</span>}
          checked={isBought}
          onChange={({ currentTarget }) => send({ bought: currentTarget.checked ? 'yes' : '' })}
          className="min-h-12 min-w-12 justify-center [&_input]:size-7"
        />
        <p className="min-w-min flex-1 text-xl" translate="no">
          <b className="font-semibold">{name}</b> {secondName(row) ? <span lang="bn">{secondName(row)}</span> : null}
        </p>
        <p className="ml-auto text-xl font-extrabold figures">{told(need)}</p>
        <div className="grid w-full grid-cols-2 gap-2 pb-1 sm:w-80 print:hidden">
          <NumberField
            label={t('Quantity bought')}
            unit={told(unit || 'pcs')}
            placeholder={formatNumber(quantityOf(pieces, row))}
            {...field('quantity', quantityBought)}
          />
          <NumberField label={t('Paid')} unit={t('Tk')} {...field('paid', paid)} />
        </div>
      </FieldErrors>
    </li>
  );
}
