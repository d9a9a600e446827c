import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addOrder } from '../../test/support/stored-orders.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { newPlace } from '../../test/support/places.ts';
import { newOperator } from '../../test/support/operators.ts';
import { onServer } from '../../test/support/postgres-server.ts';
import { type Services, createServices } from '../services.ts';
import type { Settings } from '../settings.ts';
import { lastTime } from './nightly.ts';

const LOG = pino({ level: 'silent' });
const newFolder = temporaryFolders();
const NEVER = new AbortController().signal;

test.each([
  ['03:00', '2026-11-24T20:59:59Z', '2026-11-23T21:00:00.000Z'],
  ['03:00', '2026-11-24T21:00:00Z', '2026-11-24T21:00:00.000Z'],
  ['23:30', '2026-11-24T12:00:00Z', '2026-11-23T17:30:00.000Z'],
  ['00:00', '2026-11-24T18:00:00Z', '2026-11-24T18:00:00.000Z'],
])('a backup at %s of Dhaka was last due, at %s, at %s', (at, now, due) => {
  expect(lastTime(at, new Date(now)).toISOString()).toBe(due);
});
