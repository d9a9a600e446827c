/** Who may do what (product §13). Rights are checked where screens get the services (app/console/context.ts). */
import { isOneOf } from '../../base/record.ts';
import { OPERATOR_ROLE } from './account.ts';

/** The roles that may have a way into the console. An owner's is `operator`. */
export const STAFF_ROLES = { [OPERATOR_ROLE]: 'Owner', packer: 'Packer', rider: 'Rider' } as const;
export type StaffRole = keyof typeof STAFF_ROLES;
export const STAFF = Object.keys(STAFF_ROLES) as StaffRole[];
export const isStaffRole = isOneOf(STAFF);

const OWNER = [OPERATOR_ROLE] as const;
const SHOP = [OPERATOR_ROLE, 'packer'] as const;

const RIGHTS = {
  /** To see, take, change and print orders. */
  orders: SHOP,
  /** To see products, and to say which of them can be ordered now. */
  availability: SHOP,
  products: OWNER,
  customers: OWNER,
  cash: OWNER,
  figures: OWNER,
  log: OWNER,
  settings: OWNER,
  /** To see what the shop lacks, and to take and put back backups. */
  health: OWNER,
  /** To add riders, and to invite riders and packers. */
  riders: OWNER,
  /** The orders that were given to them. */
  round: ['rider'],
  /** Their own password, second factor and sessions. */
  account: STAFF,
} as const satisfies Record<string, readonly StaffRole[]>;

export type Right = keyof typeof RIGHTS;

export function hasRight(role: string, right: Right): boolean {
  return RIGHTS[right].some((allowed) => allowed === role);
}

/** The roles that have a right. */
export function rolesWith(right: Right): readonly StaffRole[] {
  return RIGHTS[right];
}

/** Whom an owner lets in and out in the console. Owners themselves: the command line alone. */
export function isHelper(role: StaffRole): boolean {
  return role !== OPERATOR_ROLE;
}

/** Where somebody lands after the login. */
export function homeOf(role: string): '/orders' | '/round' {
  return hasRight(role, 'orders') ? '/orders' : '/round';
}
