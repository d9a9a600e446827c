/** What the operator's API needs beside the shop's own services: the token, imports and accounts. */
import { createAccounts } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { createCatalogueImport } from './catalogue-import.ts';
import type { CatalogueImport } from './catalogue-import.ts';
import type { Database } from './db/connect.ts';
import type { Identity } from './identity.ts';
import type { Images } from './images.ts';
import { createAdmission } from './operator-token.ts';
import type { Admits } from './operator-token.ts';

export interface Operator {
  /** Whether a request is the operator's, by its `Authorization` header. */
  admits: Admits;
  imports: CatalogueImport;
  accounts: Accounts;
}

export interface OperatorOptions {
  database: Pick<Database, 'kysely'>;
  catalogue: Pick<Catalogue, 'change'>;
  identity: Pick<Identity, 'endSessions'>;
  images: Pick<Images, 'has' | 'remove'>;
  /** See secrets.ts. */
  token: string;
}

export function createOperator({ token, ...shop }: OperatorOptions): Operator {
  return {
    admits: createAdmission(token),
    imports: createCatalogueImport(shop),
    accounts: createAccounts(shop),
  };
}
