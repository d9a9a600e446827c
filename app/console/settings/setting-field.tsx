import { type Hours, type Setting, settingText, type Weekday, WEEKDAYS } from '../../../domain/shop/settings.ts';
import { capitalized } from '../../../base/text.ts';
import { Field, Frame, useFormError } from '../../components/field.tsx';
import { NumberField } from '../products/number-field.tsx';

interface SettingFieldProps {
  name: string;
  setting: Setting;
  value: unknown;
}

/** The field of a setting, by its kind. The form around it keeps what is typed. */
export function SettingField({ name, setting, value }: SettingFieldProps) {
  const { kind, label, hint } = setting;
  const error = useFormError(name);
  const field = { name, label, defaultValue: settingText(value) };
  switch (kind) {
    case 'amount':
    case 'optionalAmount':
      return <NumberField {...field} unit="Tk" min={0} step={0.1} error={error} hint={hint} />;
    case 'hours':
      return <HoursField name={name} value={value as Hours} error={error} />;
    case 'weekdays':
      return (
        <fieldset className="col-span-full">
          <legend className="text-sm font-medium">{label}</legend>
          <div className="grid grid-cols-2 sm:grid-cols-3">
            {WEEKDAYS.map((day) => (
              <DayBox
                key={day}
                name={name}
                value={day}
                verb="Deliver on"
                checked={field.defaultValue.includes(day)}
                invalid={error !== undefined}
              />
            ))}
          </div>
          <FieldError error={error} />
        </fieldset>
      );
    case 'days':
    case 'page':
      return (
        <div className="col-span-full">
          <Frame label={label} name={name}>
            {(ids) => (
              <textarea
                {...ids}
                name={name}
                defaultValue={kind === 'days' ? field.defaultValue.replaceAll(', ', '\n') : field.defaultValue}
                rows={3}
                className="input py-2"
              />
            )}
          </Frame>
          <Hint text={hint} />
        </div>
      );
    default:
      return (
        <div className={kind === 'time' ? '' : 'max-sm:col-span-full'}>
          <Field
            {...field}
            type={TYPES[kind]}
            lang={setting.lang}
            required={setting.required}
            maxLength={setting.maxLength}
            autoComplete="off"
          />
          <Hint text={hint} />
        </div>
      );
  }
}

const TYPES = { text: 'text', phone: 'tel', link: 'url', time: 'time', steps: 'text' } as const;

/** Where a day is closed now. */
const USUAL_HOURS = '09:00-22:00';

function HoursField({ name, value, error }: { name: string; value: Hours; error: string | undefined }) {
  return (
    <div className="col-span-full flex flex-col gap-1">
      {WEEKDAYS.map((day) => {
        const [opens, closes] = (value[day] ?? USUAL_HOURS).split('-');
        return (
          <fieldset
            key={day}
            aria-label={capitalized(day)}
            className="grid grid-cols-2 items-center gap-x-2 sm:grid-cols-[1fr_9rem_9rem] [&:not(:has(:checked))_input[type=time]]:hidden"
          >
            <div className="max-sm:col-span-2">
              <DayBox
                name={name}
                value={day}
                verb="Open on"
                checked={value[day] !== undefined}
                invalid={error !== undefined}
              />
            </div>
            <input type="time" name={`${name}.${day}`} aria-label="Opens" defaultValue={opens} className="input" />
            <input type="time" name={`${name}.${day}`} aria-label="Closes" defaultValue={closes} className="input" />
          </fieldset>
        );
      })}
      <FieldError error={error} />
    </div>
  );
}

interface DayBoxProps {
  name: string;
  /** The day. */
  value: Weekday;
  /** Said before it, where the eye has a heading. */
  verb: string;
  checked: boolean;
  invalid: boolean;
}

function DayBox({ verb, checked, invalid, ...box }: DayBoxProps) {
  return (
    <label className="tap gap-2.5 max-sm:col-span-2">
      <input
        type="checkbox"
        {...box}
        defaultChecked={checked}
        aria-invalid={invalid || undefined}
        className="size-5 shrink-0 accent-leaf"
      />
      <span>
        <span className="sr-only">{verb} </span>
        {capitalized(box.value)}
      </span>
    </label>
  );
}

function FieldError({ error }: { error: string | undefined }) {
  return error ? (
    <p role="alert" className="text-sm font-medium text-danger">
      {error}
    </p>
  ) : null;
}

function Hint({ text }: { text: string | undefined }) {
  return text ? <p className="mt-1 text-sm text-muted">{text}</p> : null;
}

/** What a form has of a setting, as text. */
export function typedSetting(form: FormData, name: string, { kind }: Setting): string {
  const values = form.getAll(name).map(String);
  if (kind === 'hours')
    return values.map((day) => `${day} ${form.getAll(`${name}.${day}`).map(String).join('-')}`).join(', ');
  return kind === 'weekdays' ? values.join(', ') : (values[0] ?? '');
}
