import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, hexOf, oklchOf, lookOf, paletteOf, USUAL_ACCENT } from './palette.ts';
import { forAll, testAll } from '../../test/support/properties.ts';

/** The values of theme.css: of the light scheme, then those that are others in the dark. */
const THEME = readFileSync(`${import.meta.dirname}/../../app/theme.css`, 'utf8');
const [LIGHT = {}, DARK = {}] = [...THEME.matchAll(/:root \{([^}]*)\}/g)].map(([, rules = '']) =>
  Object.fromEntries(
    [...rules.matchAll(/--([\w-]+): (#[\da-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
  ),
);

const GROUNDS = ['surface', 'ground', 'sunken', 'tint'];
const TEXTS = ['ink', 'muted', 'clay', 'danger'];

function pairs(accent: string, scheme: 'light' | 'dark'): [text: string, ground: string][] {
  const { leaf, leafStrong, leafSoft, onLeaf } = paletteOf(accent, scheme);
  const theme = scheme === 'light' ? LIGHT : DARK;
  const valueOf = (name: string): string => theme[name] ?? '';
  return [
    ...[...GROUNDS.map(valueOf), leafSoft].flatMap((ground): [string, string][] => [
      [leaf, ground],
      [leafStrong, ground],
    ]),
    ...[leaf, leafStrong].map((ground): [string, string] => [onLeaf, ground]),
    ...TEXTS.map((name): [string, string] => [valueOf(name), leafSoft]),
  ];
}

const anyColour = fc
  .oneof(fc.constantFrom(0, 0xff_ff_ff, 0xff_ff_00, 0xfa_cc_15, 0x00_ff_00, 0x00_00_ff, 0xe1_1d_48), fc.nat(0xff_ff_ff))
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever the accent is, all texts can be read on all grounds, in light and in dark', () => {
  fc.assert(
    fc.property(anyColour, fc.constantFrom('light', 'dark'), (accent, scheme) => {
      for (const [text, ground] of pairs(accent, scheme)) {
        expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 300 },
  );
});

testAll('what is pointed at looks otherwise', anyColour, fc.constantFrom('light', 'dark'), (accent, scheme) => {
  const { leaf, leafStrong } = paletteOf(accent, scheme);
  expect(Math.abs(oklchOf(leaf).l - oklchOf(leafStrong).l)).toBeGreaterThan(0.04);
});

test('an accent that can be read stays as it is', () => {
  expect(paletteOf('#1d4ed8', 'light').leaf).toBe('#1d4ed8');
  expect(paletteOf('#facc15', 'dark').leaf).toBe('#facc15');
  expect(paletteOf(USUAL_ACCENT, 'light').leaf).toBe(LIGHT.leaf);
});

test('a grey accent becomes black or white, not to look disabled', () => {
  for (const accent of ['#000000', '#808080', '#ffffff']) {
    expect(contrast(paletteOf(accent, 'light').leaf, '#ffffff')).toBeGreaterThan(12);
    expect(contrast(paletteOf(accent, 'dark').leaf, '#1b1f1b')).toBeGreaterThan(12);
  }
});

test('a colour comes back from OKLCH as it was', () => {
  forAll(anyColour, (colour) => hexOf(oklchOf(colour)) === colour);
  expect(contrast('#ffffff', '#000000')).toBe(21);
});

test('where nothing is set there is nothing to send', () => {
  expect(lookOf({ accent: '', logo: '' })).toBeNull();
  expect(lookOf({ accent: '', logo: '/images/l/0-96-96.webp' })).toEqual({ logo: '/images/l/0-96-96.webp' });
});

test('the rules change nothing but the colours that follow the accent', () => {
  const { css = '', bars } = lookOf({ accent: '#e11d48', logo: '' })?.accent ?? {};
  const names = new Set([...css.matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name));
  expect(names).toEqual(new Set(['--leaf', '--leaf-strong', '--leaf-soft', '--on-leaf']));
  expect(css).toMatch(/^:root\{[^{}]*\}@media\(prefers-color-scheme:dark\)\{:root\{[^{}]*\}\}$/);
  expect(css).toContain(`--leaf:${bars?.[0]}`);
  expect(css).toContain(`--leaf-soft:${bars?.[1]}`);
});
