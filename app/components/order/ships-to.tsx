import { SHIPS_TO } from '#messages';
import type { ReactNode } from 'react';
import { ADDRESS_FIELDS, addressLines } from '../../../domain/accounts/address.ts';
import type { ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { formatContact } from '../../../messages/contact.ts';
import { areaName } from '../../../messages/format.ts';
import type { KnownArea } from '../../state/order/area.ts';

interface ShipsToProps {
  form: Readonly<ShippingInfo>;
  area: KnownArea | null;
  /** The way to another address. */
  edit: ReactNode;
  /** On which day. */
  delivery?: string;
  children?: ReactNode;
}

/** Where an order goes, as on an envelope, and what else is to be known of it. */
export function ShipsTo({ form, area, edit, delivery, children }: ShipsToProps) {
  const shown = { ...form };
  for (const field of ['phone', ...ADDRESS_FIELDS] as const) shown[field] = formatContact(field, form[field]);
  return (
    <section aria-labelledby="ships-to" className="flex flex-col gap-3">
      <div>
        <div className="flex items-center justify-between gap-4">
          <h2 id="ships-to">{SHIPS_TO}</h2>
          {edit}
        </div>
        {delivery ? <p className="mb-2 font-semibold text-leaf">{delivery}</p> : null}
        <p className="font-semibold break-words">{form.name}</p>
        <p className="break-words whitespace-pre-line">
          {[...addressLines({ ...shown, areaName: area ? areaName(area) : '' }), shown.phone].join('\n')}
        </p>
      </div>
      {children}
    </section>
  );
}

/** Of what leads to another address. */
export const EDIT_LINK = 'tap justify-end font-semibold text-leaf underline underline-offset-4';
