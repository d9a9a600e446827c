/** Advisory locks of work that one process does at a time. Their numbers never change between versions. */
export const LOCKS = {
  migration: 7_361_402_118,
  catalogue: 7_361_402_119,
  orders: 7_361_402_120,
  backup: 7_361_402_121,
} as const;
