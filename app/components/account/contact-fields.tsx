import * as messages from '#messages';
import ChevronDown from 'virtual:icons/chevron-down';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { ShippingField, ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { ADDRESS_RULES, DIVISIONS, divisionOf, TYPED_ADDRESS_FIELDS } from '../../../domain/accounts/address.ts';
import { FIELD_LIMITS, genderOf, GENDERS } from '../../../domain/accounts/contact.ts';
import { capitalized } from '../../../base/text.ts';
import { formatContact } from '../../../messages/contact.ts';
import { Choice } from '../choice.tsx';
import { ErrorText, Field, SelectField, useFormError } from '../field.tsx';

interface ContactFieldsProps {
  start: Readonly<ShippingInfo>;
  /** The e-mail of a profile cannot be edited, that of an order can (product §2). */
  emailEditable: boolean;
  /** What a visitor need not say is behind a press. */
  brief?: boolean;
  /** What stands after the street. */
  children?: ReactNode;
}

/** Two columns, where a postcode has space in each. */
const COLUMNS = 'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-3 [&_select]:capitalize';

/**
 * Of profile and checkout, in an order in which the keyboard's Next goes from what has to be typed to what is often known.
 * The form around it checks them and says what is wrong (`FieldErrors`).
 */
export function ContactFields({ start, emailEditable, brief = false, children }: ContactFieldsProps) {
  const town = start.city || cityOf(start.division);
  /** The city that the division has proposed. What was typed stays. */
  const proposed = useRef(start.city ? '' : town);
  const propose = ({ currentTarget: { form, value } }: FormEvent<HTMLSelectElement>): void => {
    const field = form?.elements.namedItem('city');
    if (!(field instanceof HTMLInputElement) || (field.value.trim() !== '' && field.value !== proposed.current)) return;
    field.value = proposed.current = cityOf(value);
  };
  const propsOf = (field: ShippingField) => ({
    label: messages.FIELD_LABELS[field],
    name: field,
    defaultValue: start[field],
  });
  const [street, city, ...places] = TYPED_ADDRESS_FIELDS.map((field) => {
    const { digits, maxLength, autoComplete, wide } = ADDRESS_RULES[field];
    return (
      <Field
        key={field}
        {...propsOf(field)}
        {...{ autoComplete, maxLength, className: wide ? 'col-span-full' : undefined }}
        {...(digits ? { inputMode: 'numeric', placeholder: messages.POSTCODE_EXAMPLE } : {})}
        {...(field === 'city' ? { defaultValue: town, onInput: () => void (proposed.current = '') } : {})}
      />
    );
  });
  const name = (
    <Field {...propsOf('name')} autoComplete="name" maxLength={FIELD_LIMITS.name} className="max-sm:col-span-full" />
  );
  const others = (
    <>
      {places}
      {brief ? null : name}
      <Field
        {...propsOf('email')}
        type="email"
        autoComplete="email"
        maxLength={FIELD_LIMITS.email}
        readOnly={!emailEditable}
        className="max-sm:col-span-full"
      />
      <GenderField chosen={start.gender} />
      <SelectField {...propsOf('division')} onInput={propose}>
        <option value="">{messages.CHOOSE}</option>
        {DIVISIONS.map((division) => (
          <option key={division} value={division}>
            {messages.DIVISION_NAMES[division]}
          </option>
        ))}
      </SelectField>
      <input type="hidden" name="country" value={start.country} />
      <Field
        label={messages.FIELD_LABELS.country}
        autoComplete="country-name"
        value={formatContact('country', start.country)}
        readOnly
      />
    </>
  );
  return (
    <div className={COLUMNS}>
      <Field
        {...propsOf('phone')}
        type="tel"
        autoComplete="tel"
        placeholder={messages.PHONE_EXAMPLE}
        className="col-span-full"
      />
      {street}
      {children ? <div className="col-span-full">{children}</div> : null}
      {brief && children ? null : city}
      {brief ? name : null}
      {brief ? (
        <MoreFields>
          {children ? city : null}
          {others}
        </MoreFields>
      ) : (
        others
      )}
    </div>
  );
}

/** They open by themselves for what is wrong in one of them. */
function MoreFields({ children }: { children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const errors = [useFormError('email'), useFormError('postcode')];
  const isBad = errors.some(Boolean);
  useEffect(() => {
    if (isBad && details.current) details.current.open = true;
  }, [isBad]);
  return (
    <details ref={details} className="col-span-full">
      <summary className="flex min-h-11 items-center justify-between gap-2 font-semibold">
        {messages.MORE_FIELDS}
        <ChevronDown className="size-5" />
      </summary>
      <div className={COLUMNS}>{children}</div>
    </details>
  );
}

/** The largest city of a division has its name. */
function cityOf(division: string): string {
  const known = divisionOf(division);
  return known ? capitalized(messages.DIVISION_NAMES[known]) : '';
}

function GenderField({ chosen }: { chosen: string }) {
  const error = useFormError('gender');
  const id = useId();
  return (
    <fieldset className="min-w-0 max-sm:col-span-full">
      <legend className="mb-1 text-sm font-semibold">{messages.FIELD_LABELS.gender}</legend>
      <div className={COLUMNS}>
        {GENDERS.map((gender) => (
          <Choice
            key={gender}
            name="gender"
            value={gender}
            defaultChecked={gender === genderOf(chosen)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
          >
            {capitalized(messages.GENDER_NAMES[gender])}
          </Choice>
        ))}
      </div>
      <ErrorText id={id} text={error} className="mt-1" />
    </fieldset>
  );
}
