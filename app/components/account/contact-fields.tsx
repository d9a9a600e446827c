import * as messages from '#messages';
import type { ReactNode } from 'react';
import type { ShippingField, ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { ADDRESS_FIELDS, ADDRESS_RULES } from '../../../domain/accounts/address.ts';
import { FIELD_LIMITS, GENDERS } from '../../../domain/accounts/contact.ts';
import { formatContact } from '../../../messages/contact.ts';
import { Field, SelectField } from '../field.tsx';

interface ContactFieldsProps {
  start: Readonly<ShippingInfo>;
  /** The e-mail of a profile cannot be edited, that of an order can (product §2). */
  emailEditable: boolean;
  /** What stands before the address. */
  children?: ReactNode;
}

/** Two columns, where a phone number has space in each. */
const COLUMNS = 'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-3 sm:gap-4 [&_select]:capitalize';

/** Of profile and checkout. The form around it checks them and says what is wrong (`FieldErrors`). */
export function ContactFields({ start, emailEditable, children }: ContactFieldsProps) {
  const propsOf = (field: ShippingField) => ({
    label: messages.FIELD_LABELS[field],
    name: field,
    defaultValue: start[field],
  });
  return (
    <>
      <fieldset className={COLUMNS}>
        <legend className="mb-3 text-lg font-extrabold">{messages.DETAILS}</legend>
        <div className="max-sm:col-span-full">
          <Field {...propsOf('name')} autoComplete="name" maxLength={FIELD_LIMITS.name} />
        </div>
        <div className="max-sm:col-span-full">
          <Field
            {...propsOf('email')}
            type="email"
            autoComplete="email"
            maxLength={FIELD_LIMITS.email}
            readOnly={!emailEditable}
          />
        </div>
        <Field {...propsOf('phone')} type="tel" autoComplete="tel" placeholder={messages.PHONE_EXAMPLE} />
        <SelectField {...propsOf('gender')}>
          <option value="">{messages.CHOOSE}</option>
          {GENDERS.map((gender) => (
            <option key={gender} value={gender}>
              {messages.GENDER_NAMES[gender]}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <fieldset className={COLUMNS}>
        <legend className="mb-3 text-lg font-extrabold">{messages.ADDRESS}</legend>
        {children ? <div className="col-span-full">{children}</div> : null}
        {ADDRESS_FIELDS.map((field) => {
          const { choices, digits, maxLength, autoComplete, wide } = ADDRESS_RULES[field];
          return (
            <div key={field} className={wide ? 'col-span-full' : ''}>
              {choices ? (
                <SelectField {...propsOf(field)}>
                  <option value="">{messages.CHOOSE}</option>
                  {choices.map((choice) => (
                    <option key={choice} value={choice}>
                      {messages.DIVISION_NAMES[choice]}
                    </option>
                  ))}
                </SelectField>
              ) : (
                <Field
                  {...propsOf(field)}
                  autoComplete={autoComplete}
                  maxLength={maxLength}
                  {...(digits ? { inputMode: 'numeric', placeholder: messages.POSTCODE_EXAMPLE } : {})}
                />
              )}
            </div>
          );
        })}
        <input type="hidden" name="country" value={start.country} />
        <Field
          label={messages.FIELD_LABELS.country}
          autoComplete="country-name"
          value={formatContact('country', start.country)}
          readOnly
        />
      </fieldset>
    </>
  );
}
