import { LANGUAGE } from '#messages';
import { useEffect } from 'react';
import { CONSOLE_PATH, consoleWorkerOf } from '../../../base/console-path.ts';
import { checkPush } from '../../state/live/push.ts';
import { afterLoad } from '../../state/page-start.ts';

/** Where messages about new orders are switched on and off. */
export const NEW_ORDER_PUSHES = {
  script: consoleWorkerOf(LANGUAGE),
  scope: CONSOLE_PATH,
  address: `${CONSOLE_PATH}/account/notifications`,
  isConsole: true,
};

/** Tells the shop that this browser is still there, and whose it is now. */
export function usePhoneSeen(operator: string | null): void {
  useEffect(
    () => (operator === null ? undefined : afterLoad(() => void checkPush(NEW_ORDER_PUSHES).catch(() => undefined))),
    [operator],
  );
}
