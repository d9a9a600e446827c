/** What the operator's API needs beside the shop's own services: the token, imports and accounts. */
import { createAccounts } from './accounts/admin.ts';
import type { Accounts } from './accounts/admin.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { createCatalogueImport } from './catalogue/import.ts';
import type { CatalogueImport } from './catalogue/import.ts';
import type { Database } from './db/connect.ts';
import type { Identity } from './identity/identity.ts';
import type { Images } from './images/images.ts';
import { CLIENT_ADDRESS } from './identity/client-address.ts';
import type { Mail } from './mail/mail.ts';
import { createAdmission } from './identity/operator-token.ts';
import type { Admission } from './identity/operator-token.ts';
import type { SecurityLog } from './security-log.ts';

export interface Operator {
  /** Whether a request is the operator's, by its headers. */
  admit(headers: Headers): Admission;
  imports: CatalogueImport;
  accounts: Accounts;
}

export interface OperatorOptions {
  database: Pick<Database, 'kysely'>;
  catalogue: Pick<Catalogue, 'change'>;
  identity: Pick<Identity, 'endSessions'>;
  images: Pick<Images, 'has' | 'remove'>;
  mail: Pick<Mail, 'deleteFilesTo'>;
  /** See data-dir/secrets.ts. */
  token: string;
  /** Whether wrong tokens are counted. */
  rateLimit: boolean;
  security: SecurityLog;
}

export function createOperator({ token, rateLimit, security, ...shop }: OperatorOptions): Operator {
  const admit = createAdmission({ token, rateLimit });
  return {
    admit(headers) {
      const authorization = headers.get('authorization');
      const address = headers.get(CLIENT_ADDRESS);
      const admission = admit(authorization, address);
      if (admission.kind === 'refused') {
        security.note('warn', { event: 'operator-refused', address, token: authorization === null ? 'none' : 'wrong' });
      }
      return admission;
    },
    imports: createCatalogueImport(shop),
    accounts: createAccounts(shop),
  };
}
