import { usePush } from '../../state/live/push.ts';
import { toastError } from '../../state/toasts.ts';
import { Button } from '../kit/form.tsx';
import { NEW_ORDER_PUSHES } from '../kit/phone.ts';
import { Mark, Panel } from '../kit/screen.tsx';

const TEXTS = {
  asking: 'One moment …',
  unsupported:
    'This browser cannot show notifications. On an iPhone, add the console to the home screen and open it from there.',
  blocked:
    'The browser blocks notifications of this shop. Allow them in the browser’s settings for this site, then load this page again.',
  off: 'A new order, one that a customer cancels and one that was not delivered show here, also while this phone is locked, until you touch them.',
  on: 'New orders show here, also while this phone is locked. They stop when you log out.',
};

/** Whether this browser shows new orders while no page of the console is open. */
export function NotifyPhone() {
  const { state, start, stop } = usePush(NEW_ORDER_PUSHES, () =>
    toastError('The browser could not be reached by its push service. Please try again.'),
  );
  return (
    <Panel heading="Notify this phone" mark={state === 'on' ? <Mark text="on" look="good" /> : null}>
      <p role="status" className="text-muted">
        {TEXTS[state]}
      </p>
      {state === 'off' ? (
        <Button label="Notify this phone" className="self-start" onClick={() => void start()} />
      ) : null}
      {state === 'on' ? <Button look="quiet" label="Stop" className="self-start" onClick={() => void stop()} /> : null}
    </Panel>
  );
}
