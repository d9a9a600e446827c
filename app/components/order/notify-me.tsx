import * as messages from '#messages';
import Bell from 'virtual:icons/bell';
import { localPath } from '../../../base/language.ts';
import { serviceWorkerOf } from '../../../base/page-copies.ts';
import { usePush } from '../../state/live/push.ts';
import { toastError } from '../../state/toasts.ts';

interface NotifyMeProps {
  /** The order's id. */
  order: string;
  /** The secret of its page, where that alone opens it. */
  link: string | undefined;
}

/** Switches on that the browser shows what happens to this order. Nothing where it cannot. */
export function NotifyMe({ order, link }: NotifyMeProps) {
  const place = {
    script: serviceWorkerOf(messages.LANGUAGE),
    scope: localPath(messages.LANGUAGE, '/'),
    address: `/api/orders/${order}/notifications`,
    ...(link !== undefined && { more: { link } }),
    isConsole: false,
  };
  const { state, start, stop } = usePush(place, () => toastError(messages.AN_ERROR_OCCURED));
  if (state === 'asking' || state === 'unsupported') return null;
  const isOn = state === 'on';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {state === 'blocked' ? null : (
        <button type="button" className="btn btn-quiet" onClick={() => void (isOn ? stop : start)()}>
          <Bell className="size-5" />
          {isOn ? messages.STOP_NOTIFYING : messages.NOTIFY_ME}
        </button>
      )}
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted" role="status">
        {{ blocked: messages.NOTIFYING_BLOCKED, on: messages.NOTIFIED, off: messages.NOTIFY_ME_HINT }[state]}
      </p>
    </div>
  );
}
