import { expect, test } from 'vitest';
import { isPersonal } from './current-path.ts';

test.each(['/checkout', '/Checkout/', '/user', '/user/profile', '/USER/update-profile', '/user/orders/abc'])(
  '%s is personal',
  (path) => expect(isPersonal(path)).toBe(true),
);

test.each(['/', '/cart', '/payment', '/user/login', '/User/Register', '/user/reset-password/token', '/users'])(
  '%s is not',
  (path) => expect(isPersonal(path)).toBe(false),
);
