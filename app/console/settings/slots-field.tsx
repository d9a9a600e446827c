import { LANGUAGE } from '#messages';
import { useState } from 'react';
import type { ShopSettings } from '../../../domain/shop/settings.ts';
import { WEEKDAYS } from '../../../domain/shop/settings.ts';
import { readCount } from '../../../domain/typed/number.ts';
import { weekdayName } from '../../../base/dates.ts';
import { ErrorText, Field, useFormError } from '../../components/field.tsx';
import { formText } from '../../context.ts';
import { Button } from '../kit/form.tsx';
import { CheckBox, NumberField } from '../kit/fields.tsx';
import { unsaved } from '../kit/unsaved.ts';
import { t } from '../../../messages/console/t.ts';

interface SlotsFieldProps {
  name: string;
  label: string;
  hint: string | undefined;
  value: ShopSettings['slots'];
}

/** Delivery times as rows. The fields of a row are called NAME.KEY.from and so on. */
export function SlotsField({ name, label, hint, value }: SlotsFieldProps) {
  const [keys, setKeys] = useState<readonly number[]>(value.map((_, at) => at));
  const change = (form: HTMLFormElement | null, to: readonly number[]): void => {
    setKeys(to);
    form?.dispatchEvent(new Event('input'));
  };
  const error = useFormError(name);
  return (
    <fieldset
      className="col-span-full flex flex-col gap-3"
      {...unsaved(keys.join() !== value.map((_, at) => at).join())}
    >
      <legend className="text-sm font-semibold">{label}</legend>
      <ErrorText text={error} />
      {keys.map((key) => {
        const { days = [], from, to, orders, closes = 120 } = value[key] ?? {};
        const of = (field: string) => ({ name: `${name}.${key}.${field}`, 'aria-invalid': error ? true : undefined });
        return (
          <fieldset
            key={key}
            aria-label={`${label} ${from ?? ''}`}
            className="grid grid-cols-2 gap-x-2 gap-y-1 border-l-4 border-line pl-3 sm:grid-cols-4"
          >
            <input type="hidden" name={name} value={key} />
            <div className="col-span-full flex flex-wrap gap-x-3">
              {WEEKDAYS.map((day, at) => {
                const box = {
                  value: day,
                  'aria-label': weekdayName(LANGUAGE, at, 'long'),
                  defaultChecked: days.includes(day),
                };
                return (
                  <CheckBox
                    key={day}
                    {...of('days')}
                    {...box}
                    label={weekdayName(LANGUAGE, at, 'short')}
                    className="gap-1"
                  />
                );
              })}
            </div>
            <Field label={t('From')} type="time" {...of('from')} defaultValue={from} />
            <Field label={t('To')} type="time" {...of('to')} defaultValue={to} />
            <NumberField label={t('Orders')} unit="" {...of('orders')} defaultValue={orders} />
            <NumberField label={t('Closes before')} unit={t('min')} {...of('closes')} defaultValue={closes} />
            <Button
              look="word"
              leaves
              label={t('Remove')}
              className="col-span-full justify-self-start text-sm text-danger"
              onClick={({ currentTarget: { form } }) =>
                change(
                  form,
                  keys.filter((one) => one !== key),
                )
              }
            />
          </fieldset>
        );
      })}
      <Button
        look="quiet"
        label={t('Add delivery time')}
        className="self-start"
        onClick={({ currentTarget: { form } }) => change(form, [...keys, Math.max(value.length - 1, -1, ...keys) + 1])}
      />
      <p className="text-sm text-muted">{hint}</p>
    </fieldset>
  );
}

/** What a form has of it, as `settingText` writes the same rows. */
export function typedSlots(form: FormData, name: string): string {
  const rows = form.getAll(name).map((key) => {
    const [to, from, closes, orders] = ['to', 'from', 'closes', 'orders'].map((of) =>
      formText(form, `${name}.${String(key)}.${of}`),
    );
    return {
      to,
      days: form.getAll(`${name}.${String(key)}.days`),
      from,
      closes: readCount(closes),
      orders: readCount(orders),
    };
  });
  return rows.length > 0 ? JSON.stringify(rows) : '';
}
