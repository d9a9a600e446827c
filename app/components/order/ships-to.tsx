import * as messages from '#messages';
import type { ReactNode } from 'react';
import { Link } from '../link.tsx';
import type { ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { formatContact, localAddress } from '../../../messages/contact.ts';
import { areaName } from '../../../messages/format.ts';
import { EmailText } from '../email-text.tsx';
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

/** Where an order goes, and how that is changed. */
export function ShipsTo({ form, area, onEdit, delivery, children }: ShipsToProps) {
  const edit = { className: 'tap font-semibold text-leaf underline underline-offset-4', children: messages.EDIT };
  return (
    <section aria-labelledby="ships-to">
      <div className="flex items-center justify-between gap-4">
        <h2 id="ships-to">{messages.SHIPS_TO}</h2>
        {onEdit ? <button type="button" onClick={onEdit} {...edit} /> : <Link to="/checkout" {...edit} />}
      </div>
      {delivery ? <p className="mb-2 font-semibold text-leaf">{delivery}</p> : null}
      <Envelope to={form} area={area ? areaName(area) : ''} />
      {children}
    </section>
  );
}

/** An address as on an envelope, and where to reach whoever lives there. */
export function Envelope({ to, area }: { to: Readonly<ShippingInfo>; area: string }) {
  return (
    <address className="not-italic break-words">
      <p className="font-semibold">{to.name}</p>
      {localAddress({ ...to, areaName: area }).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="text-muted figures">{formatContact('phone', to.phone)}</p>
      <p className="text-muted">
        <EmailText email={to.email} />
      </p>
    </address>
  );
}
