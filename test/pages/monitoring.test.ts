/** The files for Prometheus and Grafana: they are right, and what they name is in the metrics of a shop. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALERT_CASES, ruleTests } from '../support/alert-cases.ts';
import { openFrontDoor } from '../support/front-door.ts';
import { OPERATOR_TOKEN } from '../support/operator-client.ts';
import { promtool } from '../support/promtool.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string): Promise<string> => readFile(path.join(ROOT, file), 'utf8');
const GOOD = { good: true, said: '' };
const RULES = path.join(ROOT, 'deploy/alerts.yml');

let metrics: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sodai-alerts-'));
  // Its own metrics are there with this setting alone.
  const shop = await openFrontDoor({ DATABASE_REPLICA_URL: 'postgres://127.0.0.1:1/shop' });
  const ask = async () => fetch(`${shop.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  // The second one has the first among its requests.
  await (await ask()).text();
  metrics = await (await ask()).text();
  await shop.close();
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('the metrics are as Prometheus wants them', () => {
  expect(promtool(['check', 'metrics'], metrics)).toEqual(GOOD);
});

test('the rules and the settings of Prometheus are right', () => {
  expect(promtool(['check', 'rules', '--lint-fatal', RULES])).toEqual(GOOD);
  // The file of the token is not here.
  expect(promtool(['check', 'config', '--syntax-only', path.join(ROOT, 'deploy/prometheus.yml')])).toEqual(GOOD);
});

test('every alert fires when it should, and not before', async () => {
  const files = ruleTests(RULES).map((text, at) => ({ text, file: path.join(folder, `${at}.json`) }));
  for (const { file, text } of files) await writeFile(file, text);
  expect(promtool(['test', 'rules', ...files.map(({ file }) => file)])).toEqual(GOOD);
});

test('every alert is tried, and says what to do where the manual goes on', async () => {
  const rules = await read('deploy/alerts.yml');
  const alerts = [...rules.matchAll(/- alert: (\w+)([^]*?)(?=\n\n|$)/g)].map(([, name, text = '']) => ({ name, text }));
  expect(alerts.map(({ name }) => name)).toEqual(Object.keys(ALERT_CASES));
  const headings = [...(await read('docs/operations.md')).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const { name, text } of alerts) {
    for (const part of ['severity: ', 'summary: ', 'action: ']) expect(text, name).toContain(part);
    expect(headings, name).toContain(/runbook: docs\/operations\.md#(.*)/.exec(text)?.[1]);
  }
});

test('the dashboard is whole', async () => {
  const { panels }: { panels: Panel[] } = JSON.parse(await read('deploy/grafana-dashboard.json'));
  const ids = panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(panels.filter(({ title }) => !title)).toEqual([]);
  expect(panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0)).toEqual([]);
  // promtool reads the queries as those of rules.
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const file = path.join(folder, 'queries.json');
  const rules = queries.map((expr, at) => ({ record: `query_${at}`, expr: expr.replaceAll('$job', 'sodai') }));
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  expect(promtool(['check', 'rules', file])).toEqual(GOOD);
});

interface Panel {
  id: number;
  type: string;
  title: string;
  targets?: { expr: string }[];
}

test('what dashboard, rules and manual name is in the metrics', async () => {
  const known = new Set(
    [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  for (const file of ['deploy/alerts.yml', 'deploy/grafana-dashboard.json', 'docs/operations.md']) {
    const named = (await read(file)).match(/\b(?:sodai|nodejs|process)_[a-z0-9_]+\b/g) ?? [];
    expect(
      named.filter((name) => !known.has(name)),
      file,
    ).toEqual([]);
  }
  const own = [...known].filter((name) => name.startsWith('sodai_') && !/_(?:bucket|count|sum)$/.test(name));
  const manual = await read('docs/operations.md');
  expect(
    own.filter((name) => !manual.includes(name)),
    'not in the manual',
  ).toEqual([]);
});
