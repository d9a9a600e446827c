import { expect, test } from 'vitest';
import { type Hours, settingsWith } from '../domain/shop/settings.ts';
import { importInBangla } from '../test/support/bangla.ts';
import * as english from './hours.ts';

const bangla = await importInBangla(() => import('./hours.ts'));

const DAILY: Hours = Object.fromEntries(
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((day) => [day, '08:30-23:00']),
);

test.each<[Hours, string, string]>([
  [settingsWith({}).hours, 'Sunday to Thursday, 9:00 AM to 10:00 PM', 'রবি থেকে বৃহস্পতিবার, সকাল ৯টা থেকে রাত ১০টা'],
  [DAILY, 'Sunday to Saturday, 8:30 AM to 11:00 PM', 'রবি থেকে শনিবার, সকাল ৮:৩০ থেকে রাত ১১টা'],
  [
    { sunday: '09:00-22:00', monday: '09:00-22:00', friday: '15:00-20:00' },
    'Sunday to Monday, 9:00 AM to 10:00 PM; Friday, 3:00 PM to 8:00 PM',
    'রবি থেকে সোমবার, সকাল ৯টা থেকে রাত ১০টা; শুক্রবার, বিকেল ৩টা থেকে রাত ৮টা',
  ],
  [{ friday: '18:00-02:00' }, 'Friday, 6:00 PM to 2:00 AM', 'শুক্রবার, সন্ধ্যা ৬টা থেকে রাত ২টা'],
  [{}, '', ''],
])('the hours %j read %j and %j', (hours, inEnglish, inBangla) => {
  expect(english.formatHours(hours)).toBe(inEnglish);
  expect(bangla.formatHours(hours).normalize('NFC')).toBe(inBangla.normalize('NFC'));
});
