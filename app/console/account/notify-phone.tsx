import { t } from '../../../messages/console/t.ts';
import { usePush } from '../../state/live/push.ts';
import { toastError } from '../../state/toasts.ts';
import { Button } from '../kit/form.tsx';
import { NEW_ORDER_PUSHES } from '../kit/phone.ts';
import { Mark, Panel } from '../kit/screen.tsx';

const TEXTS = {
  asking: t('One moment …'),
  unsupported: t(
    'This browser cannot show notifications. On an iPhone, add the console to the home screen and open it from there.',
  ),
  blocked: t(
    'The browser blocks notifications of this shop. Allow them in the browser’s settings for this site, then load this page again.',
  ),
  off: t(
    'A new order, one that a customer cancels and one that was not delivered show here, also while this phone is locked, until you touch them.',
  ),
  on: t('New orders show here, also while this phone is locked. They stop when you log out.'),
};

/** Whether this browser shows new orders while no page of the console is open. */
export function NotifyPhone() {
  const { state, start, stop } = usePush(NEW_ORDER_PUSHES, () =>
    toastError(t('The browser could not be reached by its push service. Please try again.')),
  );
  return (
    <Panel heading={t('Notify this phone')} mark={state === 'on' ? <Mark text={t('on')} look="good" /> : null}>
      <p role="status" className="text-muted">
        {TEXTS[state]}
      </p>
      {state === 'off' ? (
        <Button label={t('Notify this phone')} className="self-start" onClick={() => void start()} />
      ) : null}
      {state === 'on' ? (
        <Button look="quiet" label={t('Stop')} className="self-start" onClick={() => void stop()} />
      ) : null}
    </Panel>
  );
}
