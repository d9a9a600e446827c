import { Link } from '../../components/link.tsx';
import { formatNumber } from '../../../messages/format.ts';
import * as messages from '#messages';
import type { ReactNode } from 'react';
import { ADDRESS_FIELDS } from '../../../domain/accounts/address.ts';
import { padCount, profileCounts } from '../../../domain/orders/order.ts';
import { QuietLink } from '../../components/link.tsx';
import { Avatar } from '../../components/account/avatar.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { formatContact, formatJoinedDate } from '../../../messages/contact.ts';
import { LogoutForm } from '../../components/account/logout-form.tsx';
import { requireViewer, servicesOf } from '../../context.ts';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../shell/page.tsx';
import type { Route } from './+types/profile';

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { users, orders } = servicesOf(args);
  const [profile, counts] = await Promise.all([users.profile(viewer), orders.counts(viewer)]);
  const passwordChanged = args.url.searchParams.get('changed') === 'password';
  return { profile, counts: profileCounts(counts), passwordChanged };
}

const QUIET_BUTTON = 'tap cursor-pointer text-sm text-muted underline underline-offset-4 hover:text-danger';

export default function Profile({ loaderData: { profile, counts, passwordChanged } }: Route.ComponentProps) {
  const { address } = profile;
  const details: readonly (readonly [string, ReactNode])[] = [
    [messages.FIELD_LABELS.name, profile.name],
    [messages.FIELD_LABELS.email, <EmailText key="email" email={profile.email} />],
    [messages.FIELD_LABELS.phone, formatContact('phone', profile.phone)],
    [messages.FIELD_LABELS.gender, formatContact('gender', profile.gender)],
    ...ADDRESS_FIELDS.map((field) => [messages.FIELD_LABELS[field], formatContact(field, address[field])] as const),
    [messages.FIELD_LABELS.country, formatContact('country', address.country)],
    [messages.JOINED, formatJoinedDate(profile.joinedDate)],
  ];
  return (
    <Page title={messages.MY_PROFILE} personal>
      <p className="text-sm text-muted">{messages.MY_ACCOUNT}</p>
      <h1 className="mb-4">{messages.MY_PROFILE}</h1>
      <Notice look="good" text={passwordChanged && messages.PASSWORD_IS_CHANGED} className="mb-4" />
      <dl className="mb-4 flex flex-wrap gap-3">
        <Count term={messages.TOTAL_ORDERS} count={counts.totalOrders} />
        <Count term={messages.PENDING} count={counts.pending} />
        <Count term={messages.SHIPPED} count={counts.delivered} />
        <Count term={messages.PAYMENT_DUE} count={counts.paymentDue} />
      </dl>
      <section aria-label={messages.DETAILS} className="panel p-4">
        <div className="mb-4 flex flex-wrap items-center gap-4">
          <Avatar profile={profile} />
          <div className="min-w-0 flex-1 basis-32">
            <p className="text-lg font-extrabold break-words">{profile.name}</p>
            <p className="text-muted break-words">
              <EmailText email={profile.email} />
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <QuietLink to="/user/update-profile">{messages.EDIT}</QuietLink>
            <QuietLink to="/user/change-password">{messages.CHANGE_PASSWORD}</QuietLink>
          </div>
        </div>
        <dl className="grid gap-x-6 sm:grid-cols-2">
          {details.map(([term, value]) => (
            <div key={term} className="flex min-w-0 flex-wrap justify-between gap-x-4 border-t border-line py-2">
              <dt className="shrink-0 text-muted">{term}</dt>
              <dd className="min-w-0 text-right font-semibold break-words">{value || '–'}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="mt-4 flex flex-wrap gap-x-6">
        <LogoutForm everywhere className={QUIET_BUTTON}>
          {messages.LOG_OUT_EVERYWHERE}
        </LogoutForm>
        <Link to="/user/delete-account" className={QUIET_BUTTON}>
          {messages.DELETE_ACCOUNT}
        </Link>
      </div>
    </Page>
  );
}

function Count({ term, count }: { term: string; count: number }) {
  return (
    <div className="panel flex flex-1 basis-32 flex-col p-4">
      <dt className="order-last text-sm text-muted">{term}</dt>
      <dd className="text-lg sm:text-xl font-extrabold figures">{formatNumber(padCount(count))}</dd>
    </div>
  );
}
