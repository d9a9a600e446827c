import { Link } from 'react-router';
import { hasRight } from '../../../domain/accounts/roles.ts';
import { MAX_NOTE_LENGTH, shortOrderId } from '../../../domain/orders/order.ts';
import type { Note } from '../../../server/orders/notes.ts';
import { EmailText } from '../../components/email-text.tsx';
import { Field } from '../../components/field.tsx';
import { Day, formatTk, Time, dateText } from '../kit/values.tsx';
import { Button, ConfirmButton, ActionForm } from '../kit/form.tsx';
import { CheckBox } from '../kit/fields.tsx';
import { Panel, Mark } from '../kit/screen.tsx';
import { actorName } from '../log/change-sentence.ts';
import type { Staff } from '../context.ts';
import { t } from '../../../messages/console/t.ts';

interface Whose {
  /** Null without an account. */
  userId: string | null;
  phone: string;
  /** When they are known already. */
  counts?: { taken: number; refused: number };
}

/** How a customer has taken orders, and whether they are blocked; why and by whom for those who may block. */
export async function readRecord({ services, session }: Staff, { userId, phone, counts: known }: Whose) {
  const { orders, blocks } = services;
  const mayBlock = hasRight(session.user.role, 'customers');
  const [counts, block] = await Promise.all([known ?? orders.admin.record(phone), blocks.find(userId, phone)]);
  const whose = [...(userId ? [{ userId }] : []), ...(phone ? [{ phone }] : [])];
  const asked = block && mayBlock ? whose : [];
  const pages = await Promise.all(asked.map((query) => orders.admin.list({ ...query, open: true })));
  const pending = pages.flatMap((page) => page.orders);
  const open = new Map(pending.map(({ order: { id, totalCost }, placedAt }) => [id, { id, totalCost, placedAt }]));
  const why = mayBlock ? block : null;
  return { userId, phone, ...counts, blocked: block !== null, block: why, mayBlock, open: [...open.values()] };
}

/** What is known of a customer at the door: orders taken and refused; and blocking. */
export function Record({ record }: { record: Awaited<ReturnType<typeof readRecord>> }) {
  const { taken, refused, blocked, block, mayBlock, userId, phone, open } = record;
  const whom = { id: userId ?? '', phone };
  return (
    <Panel heading={t('At the door')} mark={blocked ? <Mark text={t('blocked')} look="bad" /> : null}>
      <p className={refused > 0 ? 'font-semibold text-danger' : ''}>
        {t('Taken {taken} · Refused {refused}', { taken, refused })}
      </p>
      {block ? (
        <p>
          {block.until
            ? t('Their orders are refused until {day}:', { day: dateText(block.until) })
            : t('Their orders are refused:')}{' '}
          <span className="font-semibold wrap-anywhere">{block.reason}</span>
          <span className="block text-sm text-muted">
            <EmailText email={actorName(block.author)} />, <Day at={block.at} />
          </span>
        </p>
      ) : null}
      {mayBlock && block ? (
        <ActionForm action="/blocks" fields={whom}>
          <Button label={t('Unblock')} intent="unblock" look="quiet" waits />
        </ActionForm>
      ) : null}
      {mayBlock && !block && (userId || phone) ? (
        <ConfirmButton
          label={userId ? t('Block') : t('Block this phone')}
          confirm={t('Block')}
          className="self-start"
          title={t('Refuse their orders?')}
          text={t('The shop tells them to call. You can still take an order on the phone.')}
          fields={
            <div className="mt-3 flex flex-col gap-3">
              <Field label={t('Reason')} name="reason" maxLength={200} autoComplete="off" />
              <Field label={t('Until')} name="until" type="date" hint={t('The last day. Empty: for good.')} />
            </div>
          }
          action="/blocks"
          sends={{ intent: 'block', ...whom }}
        />
      ) : null}
      {open.length > 0 ? (
        <ActionForm action="/blocks" className="flex flex-col">
          <p className="font-semibold">{t('Pending orders of theirs:')}</p>
          {open.map(({ id, totalCost, placedAt }) => (
            <div key={id} className="flex flex-wrap items-center gap-x-3">
              <CheckBox
                name="id"
                value={id}
                defaultChecked
                aria-label={shortOrderId(id)}
                label={<Day at={placedAt} />}
                className="gap-2"
              />
              <Link to={`/orders/${id}`} className="tap text-leaf figures hover:underline">
                {shortOrderId(id)}
              </Link>
              <span className="ml-auto figures">{formatTk(totalCost)}</span>
            </div>
          ))}
          <Button label={t('Cancel the orders')} intent="cancel" look="danger" waits className="mt-2 self-start" />
        </ActionForm>
      ) : null}
    </Panel>
  );
}

/** What operators have written down, and a form for more, which is sent to `action`. */
export function Notes({ notes, action }: { notes: readonly Note[]; action: string }) {
  return (
    <Panel heading={t('Notes')}>
      <ActionForm action={action} className="flex flex-col gap-2">
        <textarea
          name="text"
          rows={2}
          required
          maxLength={MAX_NOTE_LENGTH}
          aria-label={t('Note')}
          placeholder={t('Only the shop sees it.')}
          className="input h-auto min-h-18 py-2"
        />
        <Button label={t('Add note')} look="quiet" waits className="self-start" />
      </ActionForm>
      {notes.length > 0 ? (
        <ul aria-label={t('Notes')} className="flex flex-col gap-3">
          {notes.map(({ id, text, at, author }) => (
            <li key={id}>
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              <p className="text-sm text-muted">
                <EmailText email={actorName(author)} />, <Time at={at} />
              </p>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
