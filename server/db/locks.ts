/**
 * The numbers of PostgreSQL's advisory locks. Each is for one kind of work, which one process does at a time, and stays the same in every
 * version of the shop.
 */
export const LOCKS = { migration: 7_361_402_118, catalogue: 7_361_402_119, orders: 7_361_402_120 } as const;
