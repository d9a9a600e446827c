import { expect, test } from 'vitest';
import { shopPage, writtenPages } from './pages.ts';
import { SETTINGS, settingsWith } from './settings.ts';

test('without a text there is no page', () => {
  expect(shopPage(settingsWith({}), 'terms', 'en')).toBeNull();
  expect(writtenPages(settingsWith({ about: 'About', help: 'Help' }))).toEqual([]);
});

test('a page in its own language, else in the other one', () => {
  const both = settingsWith({ terms: 'Terms', termsBn: 'শর্ত', privacyBn: 'গোপনীয়তা', contact: 'Contact' });
  expect(shopPage(both, 'terms', 'en')).toEqual({ text: 'Terms', language: 'en' });
  expect(shopPage(both, 'terms', 'bn')).toEqual({ text: 'শর্ত', language: 'bn' });
  expect(shopPage(both, 'privacy', 'en')).toEqual({ text: 'গোপনীয়তা', language: 'bn' });
  expect(shopPage(both, 'contact', 'bn')).toEqual({ text: 'Contact', language: 'en' });
  expect(writtenPages(both)).toEqual(['contact', 'terms', 'privacy']);
});

test('each page has a setting in both languages', () => {
  expect(SETTINGS.about).toMatchObject({ label: 'About', kind: 'page', panel: 'Pages' });
  expect(SETTINGS.privacyBn).toMatchObject({ label: 'Privacy in Bangla', lang: 'bn' });
});
