/** The service worker of the console, and what it does for this browser. */
import { CONSOLE_PATH, CONSOLE_WORKER } from '../../../base/console-path.ts';

/** Where messages about new orders are switched on and off. */
export const NEW_ORDER_PUSHES = {
  script: CONSOLE_WORKER,
  scope: CONSOLE_PATH,
  address: `${CONSOLE_PATH}/account/notifications`,
  alone: true,
};
