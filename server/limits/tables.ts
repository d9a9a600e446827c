export interface LimitsTables {
  rate_limits: {
    id: string;
    key: string;
    count: number;
    /** Milliseconds since 1970. */
    last_request: number;
  };
}
