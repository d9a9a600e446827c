/**
 * For each alert of deploy/alerts.yml: series with which it fires, and series that are near it, with which it does not.
 */

/**
 * Series by name and labels, in promtool's notation: '0+5x60' begins with 0 and grows 60 times by 5, once in `every`.
 */
type Series = Readonly<Record<string, string>>;

/** For alerts that take hours. */
const SLOW = '30m';

interface AlertCase {
  fires: Series;
  quiet: Series;
  /** When; before its time it does not fire. */
  at: string;
  /** Not yet. */
  early?: string;
  /** By default a minute. */
  every?: typeof SLOW;
}

const count = (status: number, route = '/'): string =>
  `sodai_http_request_duration_seconds_count{route="${route}",status="${status}"}`;
const bucket = (le: string, route = '/groceries'): string =>
  `sodai_http_request_duration_seconds_bucket{route="${route}",status="200",le="${le}"}`;
const other = (name: string): string => `${name}{instance="b"}`;
const refused = (event: string): string => `sodai_security_refusals_total{event="${event}"}`;

/** A day and a week in steps of `SLOW`. */
const DAY = 48;
const WEEK = 7 * DAY;

export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  ShopDown: {
    fires: { 'up{instance="a"}': '0x10', 'up{instance="b"}': '0x10' },
    quiet: { 'up{instance="a"}': '0x10', 'up{instance="b"}': '1x10' },
    at: '3m',
    early: '1m',
  },
  ProcessDown: {
    fires: { 'up{instance="a"}': '0x20', 'up{instance="b"}': '1x20' },
    quiet: { 'up{instance="a"}': '0x5 1x15', 'up{instance="b"}': '1x20' },
    at: '12m',
    early: '8m',
  },
  DatabaseAway: {
    fires: { [count(503)]: '0+30x20', sodai_requests_refused_total: '0x20' },
    // All of them are refusals of an overloaded process.
    quiet: { [count(503)]: '0+30x20', sodai_requests_refused_total: '0+30x20' },
    at: '10m',
    early: '2m',
  },
  Overloaded: {
    fires: { sodai_requests_refused_total: '0+10x20', [other('sodai_requests_refused_total')]: '0+10x20' },
    quiet: { sodai_requests_refused_total: '0+3x20', [other('sodai_requests_refused_total')]: '0+3x20' },
    at: '12m',
    early: '4m',
  },
  ServerErrors: {
    fires: { [count(500)]: '0+1x20', [count(200)]: '0+90x20' },
    quiet: { [count(500)]: '0x8 2x12', [count(503)]: '0+30x20', [count(200)]: '0+90x20' },
    at: '14m',
    early: '1m',
  },
  SlowPages: {
    fires: { [bucket('1')]: '0+50x40', [bucket('2.5')]: '0+100x40', [bucket('+Inf')]: '0+100x40' },
    quiet: {
      [bucket('1')]: '0+100x40',
      [bucket('2.5')]: '0+100x40',
      [bucket('+Inf')]: '0+100x40',
      [bucket('2.5', '/api/operator/backup')]: '0x40',
      [bucket('+Inf', '/api/operator/backup')]: '0+100x40',
    },
    at: '30m',
    early: '5m',
  },
  ConnectionsShort: {
    fires: { sodai_database_queries_waiting: '40x20' },
    quiet: { sodai_database_queries_waiting: '0 40 0 0 0 40 2x14' },
    at: '8m',
    early: '3m',
  },
  DiskFull: {
    fires: { sodai_data_dir_free_ratio: '0.09x20' },
    quiet: { sodai_data_dir_free_ratio: '0.2x20' },
    at: '15m',
    early: '5m',
  },
  BackupTooOld: {
    fires: { sodai_backup_age_seconds: `100000+1800x${DAY}`, sodai_backup_enabled: `1x${DAY}` },
    // Somebody who has taken BACKUP_URL away has another way.
    quiet: { sodai_backup_age_seconds: `100000+1800x${DAY}`, sodai_backup_enabled: `0x${DAY}` },
    at: '10h',
    early: '7h',
    every: SLOW,
  },
  BackupNeverProven: {
    fires: { sodai_backup_age_seconds: `NaN+0x${2 * DAY}`, sodai_backup_enabled: `1x${2 * DAY}` },
    quiet: { sodai_backup_age_seconds: `NaN+0x${DAY} 60+1800x${DAY}`, sodai_backup_enabled: `1x${2 * DAY}` },
    at: '31h',
    early: '25h',
    every: SLOW,
  },
  ReplicaBehind: {
    fires: { sodai_database_replica_lag_bytes: 'NaN+0x20' },
    quiet: { sodai_database_replica_lag_bytes: '2e8 0 5000 2e8 2e8 0 70x20' },
    at: '18m',
    early: '10m',
  },
  MailsWaiting: {
    fires: { sodai_outbox_oldest_seconds: '0+60x60' },
    quiet: { sodai_outbox_oldest_seconds: '0+10x60' },
    at: '45m',
    early: '30m',
  },
  MailsGivenUp: {
    fires: { sodai_outbox_given_up: '20x60 30x30' },
    // Old ones, and a mistyped address now and then.
    quiet: { sodai_outbox_given_up: '20x60 22x30' },
    at: '80m',
  },
  OrderForgotten: {
    fires: { sodai_orders_oldest_pending_seconds: `200000+1800x${2 * DAY}` },
    quiet: { sodai_orders_oldest_pending_seconds: `200000+1800x30 0x${DAY}` },
    at: '30h',
    early: '16h',
    every: SLOW,
  },
  NoOrders: {
    // 60 an hour in the first 5 hours, and in the same ones a week later none.
    fires: { sodai_orders_placed_total: `0+30x10 300x${WEEK}` },
    quiet: { sodai_orders_placed_total: `0x${WEEK + 20}` },
    at: '172h',
    early: '168h',
    every: SLOW,
  },
  ConsoleLoginsRefused: {
    fires: { [refused('operator-login-failed')]: '0+1x20', [refused('second-factor-failed')]: '0+1x20' },
    quiet: { [refused('operator-login-failed')]: '0+1x20', [refused('login-failed')]: '0+9x20' },
    at: '15m',
  },
  LoginsRefused: {
    fires: { [refused('login-failed')]: '0+30x20' },
    quiet: { [refused('login-failed')]: '0+10x20', [refused('operator-login-failed')]: '0+30x20' },
    at: '15m',
  },
};

/** The inputs of `promtool test rules` (JSON is YAML). */
export function ruleTests(rules: string): string[] {
  return [undefined, SLOW].map((pace) => {
    const interval = pace ?? '1m';
    const tests = Object.entries(ALERT_CASES)
      .filter(([, { every }]) => every === pace)
      .flatMap(([alert, { fires, quiet, at, early }]) => [
        { interval, ...ruleTest(alert, fires, { ...(early && { [early]: 0 }), [at]: 1 }) },
        { interval, ...ruleTest(alert, quiet, { [at]: 0 }) },
      ]);
    return JSON.stringify({ rule_files: [rules], evaluation_interval: interval, tests });
  });
}

function ruleTest(alert: string, series: Series, expected: Readonly<Record<string, number>>) {
  return {
    input_series: Object.entries(series).map(([name, values]) => ({ series: ofShop(name), values })),
    promql_expr_test: Object.entries(expected).map(([at, value]) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
      eval_time: at,
      exp_samples: [{ labels: '{}', value }],
    })),
  };
}

/** A series as Prometheus stores it, by its job. */
function ofShop(name: string): string {
  return name.endsWith('}') ? name.replace('{', '{job="sodai",') : `${name}{job="sodai"}`;
}
