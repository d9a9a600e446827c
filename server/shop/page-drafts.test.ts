import { expect, test } from 'vitest';
import { readSettingValues } from '../../domain/shop/read-settings.ts';
import type { ShopFee } from '../../domain/shop/areas.ts';
import { filledPage } from '../../domain/shop/page-text.ts';
import { PAGE_SETTINGS, type PageTexts } from '../../domain/shop/pages.ts';
import { feeOf, settingsWith, type ShopSettings } from '../../domain/shop/settings.ts';
import { pageDrafts, pageValues, stalePages } from './page-drafts.ts';

/** As pages show them. */
function draftsOf(set: Partial<ShopSettings> = {}, fee: ShopFee = feeOf(settingsWith(set))): PageTexts {
  const drafts = pageDrafts();
  const filled = PAGE_SETTINGS.map((name) => {
    const values = pageValues(name.endsWith('Bn') ? 'bn' : 'en', settingsWith(set), fee);
    return [name, filledPage(drafts[name], values)];
  });
  return Object.fromEntries(filled) as PageTexts;
}

test.each<Partial<ShopSettings>>([
  {},
  { name: 'Bazar', nameBn: 'বাজার', fee: 0, minimum: 300, sameDayUntil: '00:00', hours: {}, deliveryDays: ['friday'] },
])('with %j they are whole texts that can be saved as they are', (set) => {
  const drafts = draftsOf(set);
  expect(readSettingValues(drafts)).toEqual({ ok: true, value: drafts });
  for (const text of Object.values(drafts)) expect(text).not.toMatch(/[{}]|undefined|null/);
  const bangla = Object.entries(drafts).filter(([name]) => name.endsWith('Bn'));
  expect(bangla.map(([, text]) => text).join('')).not.toMatch(/[a-z0-9]/i);
});

test('they say what the shop does', () => {
  const usual = draftsOf();
  expect(usual.help).toContain(
    'We deliver on Sunday, Monday, Tuesday, Wednesday and Thursday, but not on holidays. What you order before 2 PM on such a day usually comes the same day',
  );
  expect(usual.help).toContain('Delivery costs Tk 60. You see');
  expect(usual.help).toContain('press ‘Place order’. ‘My Orders’');
  expect(usual.helpBn).toContain('আমরা রবিবার, সোমবার, মঙ্গলবার, বুধবার ও বৃহস্পতিবার ডেলিভারি দিই');
  expect(usual.helpBn).toContain('দুপুর ২টার আগে');
  expect(usual.helpBn).toContain('+৮৮০ ১৭০০-০০০০০০');

  const other = draftsOf({
    name: 'Bazar',
    deliveryDays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
    sameDayUntil: '11:30',
    fee: 60.5,
    freeFrom: 1000,
    minimum: 300,
    hours: {},
  });
  expect(other.terms).toContain('We deliver every day, but not on holidays. What you order before 11:30 AM');
  expect(other.terms).toContain(
    'Delivery costs Tk 60.5. It is free for orders from Tk 1000. The smallest order is Tk 300.',
  );
  expect(other.termsBn).toContain('৳১০০০ বা তার বেশি কিনলে ডেলিভারি ফ্রি। কমপক্ষে ৳৩০০-এর অর্ডার নেওয়া হয়।'.normalize('NFC'));
  expect(other.termsBn).toContain('সকাল ১১:৩০-এর আগে');
  expect(other.about).toContain('Bazar');
  expect(other.contact).not.toContain('When we are open');

  const byArea = draftsOf({}, { fee: 40, freeFrom: 500, minimum: 200, atLeast: true });
  expect(byArea.help).toContain('Delivery costs Tk 40 or more, depending on where you live. You see');
  expect(byArea.helpBn).toContain('৳৪০ থেকে শুরু');
});

test('a page that states another phone, hour or fee than the settings is named; one that follows them is not', () => {
  const stale = (set: Partial<ShopSettings>) =>
    stalePages(settingsWith(set), feeOf(settingsWith(set))).map(({ page, says }) => `${page}: ${says}`);
  const now = { phone: '01711-222333', sameDayUntil: '11:30', fee: 80 };
  expect(stale({ ...now, ...pageDrafts() })).toEqual([]);
  // As drafts were stored before they followed.
  expect(stale({ ...now, ...draftsOf(), privacy: '', terms: '', termsBn: '', privacyBn: '' })).toEqual([
    'About: +880 1700-000000',
    'About in Bangla: +৮৮০ ১৭০০-০০০০০০',
    'Help: +880 1700-000000',
    'Help: order before 2 PM',
    'Help: Delivery costs Tk 60',
    'Help in Bangla: +৮৮০ ১৭০০-০০০০০০',
    'Help in Bangla: দুপুর ২টার আগে অর্ডার',
    'Help in Bangla: ডেলিভারি চার্জ ৳৬০',
  ]);
  // Others beside the shop's own, and hours of something else.
  const about = 'Call 01711 222 333, on WhatsApp 01811000000. We answer before 9 PM. Delivery costs Tk 80.';
  expect(stale({ ...now, about })).toEqual([]);
  expect(stale({ phone: '16123', about: 'Call 16123 or 01811000000.' })).toEqual([]);
});
