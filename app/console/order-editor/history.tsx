import { entryWords } from '../../../domain/orders/entry-words.ts';
import type { OrderSource } from '../../../domain/orders/order.ts';
import type { AdminHistoryEntry } from '../../../server/orders/rows.ts';
import { EmailText } from '../../components/email-text.tsx';
import { Age, Time } from '../components/age.tsx';
import { Panel } from '../components/panel.tsx';

interface HistoryProps {
  history: readonly AdminHistoryEntry[];
  placedAt: Date;
  source: OrderSource;
}

/** All that happened to an order. What was undone is struck. */
export function History({ history, placedAt, source }: HistoryProps) {
  return (
    <Panel
      heading="History"
      mark={
        <span className="ml-auto text-sm text-muted">
          <Age at={placedAt} />
        </span>
      }
    >
      <ol className="flex flex-col gap-2.5 text-sm">
        {history.map((entry) => {
          const { text, details } = entryWords(entry);
          const isByPhone = entry.from === null && source === 'phone';
          return (
            <li key={`${entry.at.getTime()} ${entry.change}`}>
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">
                  {entry.undone ? <s>{text}</s> : text}
                  {isByPhone ? ' by phone' : ''}
                  {entry.undone ? <span className="font-normal text-muted"> (undone)</span> : null}
                </span>
                <span className="text-muted">
                  <Time at={entry.at} />
                </span>
              </p>
              {details.length > 0 ? (
                <ul className="border-l-2 border-line pl-3 break-words">
                  {details.map((detail) => (
                    <li key={detail}>{detail}</li>
                  ))}
                </ul>
              ) : null}
              <p className="break-words text-muted">
                by{' '}
                {entry.actor === 'owner' ? (
                  'the customer'
                ) : entry.operator === null ? (
                  'the API'
                ) : (
                  <EmailText email={entry.operator} />
                )}
              </p>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
