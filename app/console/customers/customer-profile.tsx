import type { ReactNode } from 'react';
import { addressLines, TYPED_ADDRESS_FIELDS } from '../../../domain/accounts/address.ts';
import { capitalized } from '../../../base/text.ts';
import type { AccountDetails } from '../../../server/accounts/admin.ts';
import { EmailText } from '../../components/email-text.tsx';
import { Time } from '../components/age.tsx';
import { Phone } from '../components/phone.tsx';
import { Panel } from '../components/panel.tsx';

export function CustomerProfile({ customer }: { customer: AccountDetails }) {
  const { email, phone, gender, address, joinedAt, role } = customer;
  // A new account has a division before it has an address.
  const lines = TYPED_ADDRESS_FIELDS.some((field) => address[field]) ? addressLines(address) : [];
  return (
    <Panel heading="Profile">
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3">
        <Row term="Email">
          <a href={`mailto:${email}`} className="tap max-w-full wrap-anywhere text-leaf hover:underline">
            <span>
              <EmailText email={email} />
            </span>
          </a>
        </Row>
        <Row term="Phone">{phone ? <Phone number={phone} /> : '–'}</Row>
        <Row term="Address">
          {lines.length > 0
            ? lines.map((line) => (
                <span key={line} className="block wrap-anywhere">
                  {line}
                </span>
              ))
            : '–'}
        </Row>
        {gender ? <Row term="Gender">{capitalized(gender)}</Row> : null}
        <Row term="Joined">
          <Time at={joinedAt} />
        </Row>
        {role === 'user' ? null : <Row term="Role">{role}</Row>}
      </dl>
    </Panel>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-2.5 text-sm text-muted">{term}</dt>
      <dd className="min-w-0 py-2 [&:has(>a)]:py-0">{children}</dd>
    </>
  );
}
