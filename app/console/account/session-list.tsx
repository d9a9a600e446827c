import { useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import { type Answer, useAnswerToast } from '../state/answer.ts';
import { useKeepFocus } from '../state/keep-focus.ts';
import { Age } from '../components/age.tsx';
import { deviceName } from './device-name.ts';
import { Panel } from '../components/panel.tsx';

export interface ShownSession {
  id: string;
  current: boolean;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
}

export function SessionList({ sessions }: { sessions: readonly ShownSession[] }) {
  const list = useRef<HTMLUListElement>(null);
  useKeepFocus(list, sessions.length);
  const fetcher = useFetcher<Answer>();
  useAnswerToast(fetcher);
  return (
    <Panel heading="Sessions">
      <ul ref={list} tabIndex={-1} className="rows focus:[outline:none]">
        {sessions.map((session) => (
          <Session key={session.id} session={session} Form={fetcher.Form} />
        ))}
      </ul>
      <p className="text-sm text-muted">A session ends after 12 hours without use.</p>
    </Panel>
  );
}

interface SessionProps {
  session: ShownSession;
  Form: ReturnType<typeof useFetcher<Answer>>['Form'];
}

function Session({ session: { id, current, createdAt, lastUsedAt, userAgent }, Form }: SessionProps) {
  const device = useId();
  return (
    <li className="flex min-h-14 items-center gap-3 py-1">
      <div className="mr-auto min-w-0">
        <p id={device} className="font-medium">
          {deviceName(userAgent)}
        </p>
        <p className="text-sm text-muted">
          {current ? (
            <span className="font-medium text-leaf-strong">This browser</span>
          ) : (
            <>
              last used <Age at={lastUsedAt} />
            </>
          )}
          , logged in <Age at={createdAt} />
        </p>
      </div>
      {current ? null : (
        <Form method="post">
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="session" value={id} />
          <button type="submit" className="btn btn-quiet" aria-describedby={device}>
            End
          </button>
        </Form>
      )}
    </li>
  );
}
