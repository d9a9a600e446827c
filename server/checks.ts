import { OPERATOR_ROLE } from '../domain/accounts/account.ts';
import { checksOf, isLocal, isOpenForOrders } from '../domain/shop/checks.ts';
import { SETTINGS } from '../domain/shop/settings.ts';
import { countDemoProducts } from './catalogue/demo.ts';
import type { Database } from './db/connect.ts';
import type { ListedOperator } from './identity/operator-accounts.ts';
import type { Nightly } from './backup/nightly.ts';
import type { Operators } from './identity/operators.ts';
import type { Mail } from './mail/mail.ts';
import type { Shop } from './shop/shop.ts';

interface CheckedParts {
  database: Pick<Database, 'kysely'>;
  shop: Shop;
  mail: Pick<Mail, 'toFiles'>;
  nightly: Pick<Nightly, 'state'>;
  operators: Pick<Operators, 'list'>;
}

/** What the shop still lacks. */
export function createChecks({ database: { kysely }, shop, mail, nightly, operators }: CheckedParts) {
  return {
    all: async () =>
      checksOf({
        settings: shop.settings(),
        address: shop.origin,
        demoProducts: await countDemoProducts(kysely),
        mailsToFiles: mail.toFiles,
        backup: await backupFacts(nightly),
        operators: (await operators.list()).filter(isOwner),
      }),
    /** Whether shoppers must be told that nobody delivers here. A shop that is open asks the database nothing. */
    async isDemo(): Promise<boolean> {
      const settings = shop.settings();
      if (isOpenForOrders(settings) || isLocal(shop.origin)) return false;
      return settings.phone === SETTINGS.phone.default || (await countDemoProducts(kysely)) > 0;
    },
  };
}

async function backupFacts(nightly: CheckedParts['nightly']) {
  const state = await nightly.state();
  if (state === null) return null;
  const { provenAt, fault } = state;
  return { hours: provenAt && (Date.now() - provenAt.getTime()) / 3_600_000, fault };
}

function isOwner({ role, status }: ListedOperator): boolean {
  return role === OPERATOR_ROLE && status !== 'invited';
}
