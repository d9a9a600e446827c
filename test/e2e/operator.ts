/** What the tests of the browser change through the operator's API. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { StaffRole } from '../../domain/accounts/roles.ts';
import { OPERATOR_TOKEN } from '../support/operator-client.ts';
import { expect } from './shop.ts';

/** As what somebody is invited: by default an owner. */
export interface Invited {
  role?: StaffRole;
  /** The rider's id. */
  rider?: string;
}

/** Changes through the operator's API, like the command line's. */
export function asOperator(request: APIRequestContext): {
  set(id: string, fields: object): Promise<void>;
  deliver(id: string): Promise<void>;
  /** The link of an invitation to the console. */
  invite(email: string, as?: Invited): Promise<string>;
  /** Takes the console from an operator. */
  removeOperator(email: string): Promise<void>;
} {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  return {
    async set(id, fields) {
      const response = await request.patch(`/api/operator/products/${id}`, { headers, data: fields });
      expect(response.status(), await response.text()).toBe(200);
    },
    async deliver(id) {
      const response = await request.post(`/api/operator/orders/${id}/deliver`, { headers });
      expect(response.status(), await response.text()).toBe(200);
    },
    async invite(email, as = {}) {
      const response = await request.post('/api/operator/operators/invite', { headers, data: { email, ...as } });
      expect(response.ok(), await response.text()).toBe(true);
      return (await response.json()).link;
    },
    async removeOperator(email) {
      const response = await request.post('/api/operator/operators/remove', { headers, data: { email } });
      expect(response.ok(), await response.text()).toBe(true);
    },
  };
}

/** Waits until the page listens to the shop, because it would miss an earlier change. */
export async function waitForLive(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name).join() ?? ''))
    .toContain('sodai-live');
}
