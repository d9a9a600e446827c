import * as messages from '#messages';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import type { ShippingField, ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import {
  ADDRESS_FIELDS,
  ADDRESS_RULES,
  type AddressField,
  divisionOf,
  TYPED_ADDRESS_FIELDS,
} from '../../../domain/accounts/address.ts';
import { FIELD_LIMITS, genderOf, GENDERS } from '../../../domain/accounts/contact.ts';
import { capitalized } from '../../../base/text.ts';
import { formatContact } from '../../../messages/contact.ts';
import { Choice } from '../choice.tsx';
import { ErrorText, Field, SelectField, useFormError } from '../field.tsx';

interface ContactFieldsProps {
  start: Readonly<ShippingInfo>;
  /** The e-mail of a profile cannot be edited, that of an order can (product §2). */
  emailEditable: boolean;
  /** What stands after the street. */
  children?: ReactNode;
}

/** Two columns, where a postcode has space in each. */
const COLUMNS = 'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-3 sm:gap-4 [&_select]:capitalize';

/**
 * Of profile and checkout, in an order in which the keyboard's Next goes from what has to be typed to what is often known.
 * The form around it checks them and says what is wrong (`FieldErrors`).
 */
export function ContactFields({ start, emailEditable, children }: ContactFieldsProps) {
  const city = start.city || cityOf(start.division);
  /** The city that the division has proposed. What was typed stays. */
  const proposed = useRef(start.city ? '' : city);
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
  const addressField = (field: AddressField) => {
    const { choices, digits, maxLength, autoComplete, wide } = ADDRESS_RULES[field];
    const props = { ...propsOf(field), className: wide ? 'col-span-full' : undefined };
    return choices ? (
      <SelectField key={field} {...props} onInput={propose}>
        <option value="">{messages.CHOOSE}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {messages.DIVISION_NAMES[choice]}
          </option>
        ))}
      </SelectField>
    ) : (
      <Field
        key={field}
        {...props}
        autoComplete={autoComplete}
        maxLength={maxLength}
        {...(digits ? { inputMode: 'numeric', placeholder: messages.POSTCODE_EXAMPLE } : {})}
        {...(field === 'city' ? { defaultValue: city, onInput: () => void (proposed.current = '') } : {})}
      />
    );
  };
  const [street, ...places] = TYPED_ADDRESS_FIELDS.map(addressField);
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
      {places}
      <Field {...propsOf('name')} autoComplete="name" maxLength={FIELD_LIMITS.name} className="max-sm:col-span-full" />
      <Field
        {...propsOf('email')}
        type="email"
        autoComplete="email"
        maxLength={FIELD_LIMITS.email}
        readOnly={!emailEditable}
        className="max-sm:col-span-full"
      />
      <GenderField chosen={start.gender} />
      {ADDRESS_FIELDS.filter((field) => ADDRESS_RULES[field].choices).map(addressField)}
      <input type="hidden" name="country" value={start.country} />
      <Field
        label={messages.FIELD_LABELS.country}
        autoComplete="country-name"
        value={formatContact('country', start.country)}
        readOnly
      />
    </div>
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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(max(6rem,40%),1fr))] gap-2">
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
