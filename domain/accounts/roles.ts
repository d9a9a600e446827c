/** Who may do what (product §13). Rights are checked where screens get the services (app/console/context.ts). */
import { isOneOf } from '../../base/record.ts';
import { OPERATOR_ROLE } from './account.ts';

/** What can be allowed. */
const RIGHTS = [
  /** To see, take, change and print orders. */
  'orders',
  /** To see products, and to say which of them can be ordered now. */
  'availability',
  'products',
  /** To see what the orders of a day need, and to say what was bought. */
  'bazaar',
  'customers',
  'cash',
  'figures',
  'log',
  'settings',
  /** To see what the shop lacks, and to take and put back backups. */
  'health',
  /** To add riders, and to let people into the console. */
  'riders',
  /** The orders that were given to them. */
  'round',
  /** Their own password, second factor and sessions. */
  'account',
] as const;

export type Right = (typeof RIGHTS)[number];

interface Role {
  label: string;
  may: readonly Right[];
  /** Where they land after the login: a screen that they may open. */
  home: `/${string}`;
  /** What the console says of them where it invites people. */
  told: string;
  /** As what the command line invites them. Without it they are invited in another way. */
  invited?: string;
}

const OWNERS = RIGHTS.filter((right) => right !== 'round');

/** The roles that may have a way into the console. */
const ROLES = {
  [OPERATOR_ROLE]: { label: 'Owner', may: OWNERS, home: '/orders', told: 'An owner may do everything.' },
  packer: {
    label: 'Packer',
    may: ['orders', 'availability', 'bazaar', 'account'],
    home: '/orders',
    told: 'A packer sees orders and what to buy, and says what is available.',
    invited: 'somebody who packs: for orders, and what is available',
  },
  rider: { label: 'Rider', may: ['round', 'account'], home: '/round', told: 'A rider sees only what they bring.' },
} as const satisfies Record<string, Role>;

export type StaffRole = keyof typeof ROLES;
export const STAFF_ROLES: Readonly<Record<StaffRole, Role>> = ROLES;
export const STAFF = Object.keys(ROLES) as StaffRole[];
export const isStaffRole = isOneOf(STAFF);

export function hasRight(role: string, right: Right): boolean {
  return isStaffRole(role) && STAFF_ROLES[role].may.includes(right);
}

/** The roles that have a right. */
export function rolesWith(right: Right): readonly StaffRole[] {
  return STAFF.filter((role) => hasRight(role, right));
}

/** Whom an owner lets out in the console. Owners: the command line alone. */
export function isHelper(role: StaffRole): boolean {
  return role !== OPERATOR_ROLE;
}

/** What the console's form and `--role` offer. Owners are invited without it, riders each as one of the riders. */
export const INVITED_ROLES = STAFF.filter((role) => STAFF_ROLES[role].invited !== undefined);
export const isInvitedRole = isOneOf(INVITED_ROLES);

/** Where somebody lands after the login. */
export function homeOf(role: string): string {
  return isStaffRole(role) ? STAFF_ROLES[role].home : '/round';
}
