import { expect, test } from 'vitest';
import { isPersonal } from './current-path.ts';

test.each(['/checkout', '/Checkout/', '/user', '/user/profile', '/USER/update-profile', '/user/orders/abc'])(
  '%s shows personal data',
  (path) => expect(isPersonal(path)).toBe(true),
);

test.each(['/', '/cart', '/payment', '/user/login', '/User/Register', '/user/reset-password/token', '/users'])(
  '%s shows no personal data',
  (path) => expect(isPersonal(path)).toBe(false),
);
