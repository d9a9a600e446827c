/** The address and the token of the shop that the command line talks to (operations, "The command line"). */
import { readFileSync } from 'node:fs';
import { codeOf } from '../base/error-code.ts';
import { operatorTokenFile } from '../server/data-dir/secrets.ts';
import { type Environment, SettingsError, readSettings } from '../server/settings.ts';
import { Failure, reasonOf } from './failure.ts';

export interface ShopAccess {
  /** Without a trailing slash. */
  url: string;
  token: string;
  tokenSource: string;
}

/** Hosts that mean all addresses of this machine, or this machine itself. */
export const THIS_MACHINE = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']);

/** By default the shop on this machine and the token in its data directory. @throws {Failure} when one of them is invalid. */
export function readShopAccess(environment: Environment): ShopAccess {
  const { SHOP_URL, OPERATOR_TOKEN, PORT, HOST, DATA_DIR } = environment;
  const { port, host, dataDir } = ownSettings({ PORT, HOST, DATA_DIR });
  const url = SHOP_URL?.trim() || `http://${THIS_MACHINE.has(host) ? 'localhost' : host}:${port}`;
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new Failure(`SHOP_URL must be a URL like https://shop.example, not ${url}`);
  }
  const file = operatorTokenFile({ dataDir });
  const given = OPERATOR_TOKEN?.trim();
  const token = given || readToken(file);
  const tokenSource = given ? 'OPERATOR_TOKEN' : file;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Failure(`the operator's token in ${tokenSource} has spaces or other characters that a token cannot have`);
  return { url: `${address.origin}${address.pathname.replace(/\/+$/, '')}`, token, tokenSource };
}

function ownSettings(environment: Environment) {
  try {
    return readSettings(environment);
  } catch (error) {
    throw error instanceof SettingsError ? new Failure(error.message) : error;
  }
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Failure(
      codeOf(error) === 'ENOENT'
        ? `there is no operator's token in ${file}: set OPERATOR_TOKEN, or start the shop once with npm start`
        : `the operator's token cannot be read: ${reasonOf(error)}`,
    );
  }
}
