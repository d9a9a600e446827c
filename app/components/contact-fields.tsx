import type { ShippingInfo } from '../../domain/checkout.ts';
import { DIVISIONS, FIELD_LIMITS, GENDERS } from '../../domain/contact.ts';
import { ADDRESS, CHOOSE, DETAILS, FIELD_LABELS, PHONE_EXAMPLE, POSTCODE_EXAMPLE } from '../../domain/messages.ts';
import { Field, SelectField } from './field.tsx';

interface ContactFieldsProps {
  start: Readonly<ShippingInfo>;
  /** The first thing that is wrong, and with which field; an empty message where it is told elsewhere. */
  fault: { field: string; message: string } | null | undefined;
  /** A profile's e-mail is fixed, an order's is not (product §2). */
  emailEditable: boolean;
}

/** Details and address, as profile and checkout ask for them. The form around it checks them by the shop's own rules. */
export function ContactFields({ start, fault, emailEditable }: ContactFieldsProps) {
  const stateOf = (field: keyof ShippingInfo) =>
    fault?.field === field ? { error: fault.message || null, invalid: true } : {};
  return (
    <>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 text-lg font-bold">{DETAILS}</legend>
        <Field
          label={FIELD_LABELS.name}
          name="name"
          autoComplete="name"
          maxLength={FIELD_LIMITS.name}
          defaultValue={start.name}
          {...stateOf('name')}
        />
        <Field
          label={FIELD_LABELS.email}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={FIELD_LIMITS.email}
          defaultValue={start.email}
          readOnly={!emailEditable}
          {...stateOf('email')}
        />
        <Field
          label={FIELD_LABELS.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder={PHONE_EXAMPLE}
          defaultValue={start.phone}
          {...stateOf('phone')}
        />
        <SelectField label={FIELD_LABELS.gender} name="gender" defaultValue={start.gender} {...stateOf('gender')}>
          <option value="">{CHOOSE}</option>
          {GENDERS.map((gender) => (
            <option key={gender} value={gender}>
              {gender}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 text-lg font-bold">{ADDRESS}</legend>
        <div className="sm:col-span-2">
          <Field
            label={FIELD_LABELS.street}
            name="street"
            autoComplete="street-address"
            maxLength={FIELD_LIMITS.street}
            defaultValue={start.street}
            {...stateOf('street')}
          />
        </div>
        <Field
          label={FIELD_LABELS.city}
          name="city"
          autoComplete="address-level2"
          maxLength={FIELD_LIMITS.city}
          defaultValue={start.city}
          {...stateOf('city')}
        />
        <Field
          label={FIELD_LABELS.postcode}
          name="postcode"
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder={POSTCODE_EXAMPLE}
          defaultValue={start.postcode}
          {...stateOf('postcode')}
        />
        <SelectField
          label={FIELD_LABELS.division}
          name="division"
          defaultValue={start.division}
          {...stateOf('division')}
        >
          <option value="">{CHOOSE}</option>
          {DIVISIONS.map((division) => (
            <option key={division} value={division}>
              {division}
            </option>
          ))}
        </SelectField>
        <Field label={FIELD_LABELS.country} name="country" autoComplete="country-name" value={start.country} readOnly />
      </fieldset>
    </>
  );
}
