/** Rate limits. See db/tables.ts. */

export interface RateLimitsTable {
  id: string;
  key: string;
  count: number;
  /** Milliseconds since 1970. */
  last_request: number;
}

export interface LimitsTables {
  rate_limits: RateLimitsTable;
}
