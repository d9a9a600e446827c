import * as messages from '#messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ADDRESS_FIELDS, addressLines } from '../../../domain/accounts/address.ts';
import type { ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { formatContact } from '../../../messages/contact.ts';
import { areaName } from '../../../messages/format.ts';
import type { KnownArea } from '../../state/order/area.ts';

interface ShipsToProps {
  form: Readonly<ShippingInfo>;
  area: KnownArea | null;
  /** Without it the address is changed at checkout. */
  onEdit?: () => void;
  /** On which day. */
  delivery?: string;
  children?: ReactNode;
}

/** Where an order goes, as on an envelope. */
export function ShipsTo({ form, area, onEdit, delivery, children }: ShipsToProps) {
  const shown = { ...form };
  for (const field of ['phone', ...ADDRESS_FIELDS] as const) shown[field] = formatContact(field, form[field]);
  const lines = addressLines({ ...shown, areaName: area ? areaName(area) : '' });
  const edit = { className: 'tap font-semibold text-leaf underline underline-offset-4', children: messages.EDIT };
  return (
    <section aria-labelledby="ships-to" className="break-words">
      <div className="flex items-center justify-between gap-4">
        <h2 id="ships-to">{messages.SHIPS_TO}</h2>
        {onEdit ? <button type="button" onClick={onEdit} {...edit} /> : <Link to="/checkout" {...edit} />}
      </div>
      {delivery ? <p className="mb-2 font-semibold text-leaf">{delivery}</p> : null}
      <p className="font-semibold">{form.name}</p>
      <p className="whitespace-pre-line">{[...lines, shown.phone].join('\n')}</p>
      {children}
    </section>
  );
}
