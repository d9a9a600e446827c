import { LANGUAGE } from '#messages';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { ORDER_NEWS } from '../../../domain/orders/change-order.ts';
import { USUAL_ACCENT } from '../../../domain/shop/palette.ts';
import { settingText, SETTINGS, WEEKDAYS } from '../../../domain/shop/settings.ts';
import type { Hours, Setting, SettingName, ShopSettings, Weekday } from '../../../domain/shop/settings.ts';
import { capitalized } from '../../../base/text.ts';
import { weekdayName } from '../../../base/dates.ts';
import { ErrorText, Field, Frame, useFormError } from '../../components/field.tsx';
import { Button } from '../kit/form.tsx';
import { CheckBox, FileField, NumberField } from '../kit/fields.tsx';
import { sendFile } from '../kit/requests.ts';
import { unsaved } from '../kit/unsaved.ts';
import { SlotsField, typedSlots } from './slots-field.tsx';
import { t, told } from '../../../messages/console/t.ts';

/** The form around them keeps what is typed. */
export function SettingFields({ names, settings }: { names: readonly SettingName[]; settings: ShopSettings }) {
  return (
    <div className="grid grid-cols-2 items-start gap-4 empty:hidden">
      {names.map((name) => (
        <SettingField key={name} name={name} value={settings[name]} />
      ))}
    </div>
  );
}

/** The field of a setting, by its kind. */
function SettingField({ name, value }: { name: SettingName; value: unknown }) {
  const { kind, lang, required, maxLength, ...texts } = SETTINGS[name];
  const label = told(texts.label);
  const hint = texts.hint === undefined ? undefined : told(texts.hint);
  const error = useFormError(name);
  const field = { name, label, hint, defaultValue: settingText(value) };
  switch (kind) {
    case 'amount':
    case 'optionalAmount':
      return <NumberField {...field} unit={t('Tk')} />;
    case 'pieces':
      return <NumberField {...field} unit={told('pcs')} />;
    case 'switch':
      return (
        <div className="col-span-full">
          <CheckBox label={label} name={name} value="yes" defaultChecked={value === true} className="gap-2" />
          {hint ? <p className="text-sm text-muted">{hint}</p> : null}
        </div>
      );
    case 'hours':
      return <HoursField name={name} value={value as Hours} hint={hint} />;
    case 'weekdays':
    case 'news': {
      const [all, verb] = kind === 'news' ? [ORDER_NEWS, t('SMS when an order is')] : [WEEKDAYS, t('Deliver on')];
      const chosen = value as readonly string[];
      return (
        <fieldset className="col-span-full">
          <legend className="text-sm font-semibold">{label}</legend>
          <div className="grid grid-cols-2 sm:grid-cols-3">
            {all.map((one) => (
              <ChoiceBox key={one} name={name} value={one} verb={verb} checked={chosen.includes(one)} />
            ))}
          </div>
          <ErrorText text={error} />
          {hint ? <p className="text-sm text-muted">{hint}</p> : null}
        </fieldset>
      );
    }
    case 'slots':
      return <SlotsField key={field.defaultValue} {...field} value={value as ShopSettings['slots']} />;
    case 'days':
      return (
        <Frame label={label} name={name} hint={hint} className="col-span-full">
          {(ids) => (
            <textarea
              {...ids}
              name={name}
              defaultValue={field.defaultValue.replaceAll(', ', '\n')}
              rows={3}
              className="input py-2"
            />
          )}
        </Frame>
      );
    case 'colour':
    case 'picture': {
      const Own = kind === 'colour' ? ColourField : LogoField;
      return <Own key={field.defaultValue} {...field} value={field.defaultValue} />;
    }
    default: {
      const text = { lang, required, maxLength, autoComplete: 'off', type: TYPES[kind] ?? 'text' };
      return <Field {...field} {...text} className={kind === 'time' ? '' : HALF} />;
    }
  }
}

const dayName = (day: Weekday): string => weekdayName(LANGUAGE, WEEKDAYS.indexOf(day), 'long');

const HALF = 'max-sm:col-span-full';
const TYPES: Readonly<Partial<Record<Setting['kind'], string>>> = { phone: 'tel', time: 'time' };

/** Where a day is closed now. */
const USUAL_HOURS = '09:00-22:00';

function HoursField({ name, value, hint }: { name: string; value: Hours; hint: string | undefined }) {
  return (
    <div className="col-span-full flex flex-col gap-1">
      {WEEKDAYS.map((day) => {
        const [opens, closes] = (value[day] ?? USUAL_HOURS).split('-');
        return (
          <fieldset
            key={day}
            aria-label={dayName(day)}
            className="grid grid-cols-2 items-center gap-x-2 sm:grid-cols-[1fr_9rem_9rem] [&:not(:has(:checked))_input[type=time]]:hidden"
          >
            <ChoiceBox name={name} value={day} verb={t('Open on')} checked={value[day] !== undefined} />
            <input type="time" name={`${name}.${day}`} aria-label={t('Opens')} defaultValue={opens} className="input" />
            <input
              type="time"
              name={`${name}.${day}`}
              aria-label={t('Closes')}
              defaultValue={closes}
              className="input"
            />
          </fieldset>
        );
      })}
      <ErrorText text={useFormError(name)} />
      {hint ? <p className="text-sm text-muted">{hint}</p> : null}
    </div>
  );
}

/** `verb`: said before the day or the event, where the eye has a heading. */
function ChoiceBox({ name, value, verb, checked }: Record<'name' | 'value' | 'verb', string> & { checked: boolean }) {
  const label = (
    <span>
      <span className="sr-only">{verb} </span>
      {told(capitalized(value.replaceAll('-', ' ')))}
    </span>
  );
  const invalid = useFormError(name) !== undefined || undefined;
  const box = { name, value, defaultChecked: checked, 'aria-invalid': invalid };
  return <CheckBox label={label} {...box} className="gap-2 max-sm:col-span-2" />;
}

interface LookFieldProps {
  name: string;
  label: string;
  hint: string | undefined;
  value: string;
}

/** Empty for the usual colour, which a browser's field for colours cannot be. */
function ColourField({ name, label, hint, value }: LookFieldProps) {
  const [chosen, setChosen] = useState(value);
  return (
    <Frame label={label} name={name} hint={hint} className={HALF}>
      {(ids) => (
        <div className="flex flex-wrap gap-2">
          <input type="hidden" name={name} value={chosen} {...unsaved(chosen !== value)} />
          <input
            {...ids}
            type="color"
            value={chosen || USUAL_ACCENT}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            className="input w-20! cursor-pointer p-1"
          />
          <Button
            look="quiet"
            label={t('Use the usual green')}
            disabled={chosen === ''}
            onClick={({ currentTarget }) => {
              setChosen('');
              currentTarget.form?.dispatchEvent(new Event('input'));
            }}
          />
        </div>
      )}
    </Frame>
  );
}

/** Saves a chosen picture at once, apart from its form. */
function LogoField({ name, label, hint, value }: LookFieldProps) {
  const { revalidate } = useRevalidator();
  const refused = useFormError(name);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const send = async (picture: Blob): Promise<void> => {
    setSending(true);
    const sent = await sendFile(picture, '/operator/settings/logo', () => {});
    setError(sent.ok ? undefined : sent.error);
    if (sent.ok) await revalidate();
    setSending(false);
  };
  return (
    <div className={HALF}>
      <input type="hidden" name={name} value={value} />
      <FileField
        label={label}
        hint={hint}
        accept="image/png,image/webp"
        error={error ?? refused}
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? [];
          if (picture) void send(picture);
          currentTarget.value = '';
        }}
      />
      {value ? (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <img src={value} alt="" className="h-14 max-w-full rounded-xl bg-white object-contain p-2 hairline" />
          <Button look="danger" label={t('Remove logo')} disabled={sending} onClick={() => void send(new Blob())} />
        </div>
      ) : null}
    </div>
  );
}

/** What a form has of these settings, as texts. */
export function typedSettings(form: FormData, names: readonly SettingName[]): Partial<Record<SettingName, string>> {
  return Object.fromEntries(names.map((name) => [name, typedSetting(form, name)]));
}

function typedSetting(form: FormData, name: SettingName): string {
  const { kind } = SETTINGS[name];
  if (kind === 'slots') return typedSlots(form, name);
  const values = form.getAll(name).map(String);
  if (kind === 'hours')
    return values.map((day) => `${day} ${form.getAll(`${name}.${day}`).map(String).join('-')}`).join(', ');
  return kind === 'weekdays' || kind === 'news' ? values.join(', ') : (values[0] ?? '');
}
