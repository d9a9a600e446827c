import { useId, useRef } from 'react';
import { type FetcherWithComponents, useFetcher } from 'react-router';
import type { Operators } from '../../../server/identity/operators.ts';

type ListedSession = Awaited<ReturnType<Operators['sessions']>>[number];
import { type Answer, useAnswerToast } from '../state/answer.ts';
import { useKeepFocus } from '../state/keep-focus.ts';
import { Button } from '../components/button.tsx';
import { Age } from '../components/age.tsx';
import { deviceName } from './device-name.ts';
import { Panel } from '../components/panel.tsx';

export function SessionList({ sessions }: { sessions: readonly ListedSession[] }) {
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

function Session({ session, Form }: { session: ListedSession; Form: FetcherWithComponents<Answer>['Form'] }) {
  const { id, current, createdAt, lastUsedAt, userAgent } = session;
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
          <input type="hidden" name="session" value={id} />
          <Button look="quiet" intent="end" label="End" aria-describedby={device} />
        </Form>
      )}
    </li>
  );
}
