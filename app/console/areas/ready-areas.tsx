import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { areaFinder } from '../../../domain/shop/areas.ts';
import type { ReadyArea } from '../../../server/shop/areas-file.ts';
import { SelectField } from '../../components/field.tsx';
import { CheckBox, NumberField, Options } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import type { loader } from './ready-list.ts';
import { areaName } from '../../../messages/format.ts';
import { t, told } from '../../../messages/console/t.ts';

/** Offers what the shop lacks of the ready list. What is chosen is stored with the form of the rows, as it is then. */
export function ReadyAreas({ busy, usualFee }: { busy: boolean; usualFee: number }) {
  const { data: ready = [], load } = useFetcher<typeof loader>();
  const dialog = useRef<HTMLDialogElement>(null);
  const [city, setCity] = useState('Dhaka');
  const [search, setSearch] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (busy) dialog.current?.close();
  }, [busy]);
  const open = (): void => {
    void load('/areas/ready');
    setLeft(new Set());
    dialog.current?.showModal();
  };
  const offered = ready.filter((area) => area.city === city);
  const chosen = offered.filter(({ id }) => !left.has(id));
  const found = new Set(areaFinder(offered).find(search));
  const shown = offered.filter((area) => found.has(area));
  const boxOf = (label: string, areas: readonly ReadyArea[], className = '') => {
    const ids = new Set(areas.map(({ id }) => id));
    const on = ids.difference(left).size;
    return (
      <CheckBox
        label={<span className="min-w-0 break-words">{label}</span>}
        checked={on === ids.size}
        ref={(box) => {
          if (box) box.indeterminate = on > 0 && on < ids.size;
        }}
        onChange={({ target }) => setLeft(target.checked ? left.difference(ids) : left.union(ids))}
        className={`gap-2 ${className}`}
      />
    );
  };
  return (
    <>
      <Button look="quiet" label={t('Load areas of Dhaka')} disabled={busy} onClick={open} />
      <dialog
        ref={dialog}
        aria-label={t('Load areas of Dhaka')}
        className="panel h-full max-h-[min(48rem,calc(100dvh-1rem))] w-[min(40rem,calc(100vw-1rem))] bg-surface text-ink backdrop:bg-black/50"
      >
        <div className="flex h-full flex-col">
          <div className="grid grid-cols-2 items-end gap-2 border-b border-line p-3">
            <SelectField label={t('City')} name="city" value={city} onChange={({ target }) => setCity(target.value)}>
              <Options of={['Dhaka', 'Chattogram'].map((name) => [name, told(name)])} />
            </SelectField>
            <NumberField
              label={t('Fee for all of these')}
              name="readyFee"
              unit={t('Tk')}
              form="rows"
              placeholder={String(usualFee)}
            />
            <input
              type="search"
              aria-label={t('Find an area to load')}
              placeholder={t('Find an area')}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              autoComplete="off"
              className="input col-span-full"
            />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
            {shown.length > 0
              ? boxOf(
                  search ? t('All that are found') : t('All of {place}', { place: told(city) }),
                  shown,
                  'font-semibold',
                )
              : null}
            {[...Map.groupBy(shown, ({ thana }) => thana)].map(([thana, areas]) => (
              <fieldset key={thana} aria-label={thana} className="grid grid-cols-2 gap-x-3 sm:grid-cols-3">
                {boxOf(t('All of {place}', { place: thana }), areas, 'col-span-full font-semibold')}
                {areas.map((area) => (
                  <div key={area.id} className="pl-3">
                    {boxOf(areaName(area), [area], 'text-sm')}
                  </div>
                ))}
              </fieldset>
            ))}
            {shown.length > 0 ? null : <p className="py-3 text-muted">{t('No area is left here.')}</p>}
          </div>
          <div className="flex gap-2 border-t border-line p-3">
            {chosen.map(({ id }) => (
              <input key={id} type="hidden" name="ready" value={id} form="rows" />
            ))}
            <Button
              label={t('Add {n} area|Add {n} areas', { n: chosen.length })}
              form="rows"
              intent="load"
              disabled={busy || chosen.length === 0}
              className="flex-1"
            />
            <Button look="quiet" label={t('Back')} onClick={() => dialog.current?.close()} />
          </div>
        </div>
      </dialog>
    </>
  );
}
