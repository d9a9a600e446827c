import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSettingValues } from './read-settings.ts';
import { SETTING_NAMES, SETTINGS, settingsWith, settingText, WEEKDAYS } from './settings.ts';
import { testAll } from '../../test/support/properties.ts';

const SLOT = { days: ['friday'], from: '17:00', to: '20:00', orders: 30, closes: 120 };

test('a shop in which nothing is set has the values of product §9', () => {
  expect(settingsWith({})).toMatchObject({
    name: 'Sodai',
    phone: '+880 1700-000000',
    promo: '30% off for the first order with a gift box',
    hours: { sunday: '09:00-22:00', thursday: '09:00-22:00' },
    deliveryDays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'],
    fee: 60,
    freeFrom: null,
    minimum: null,
  });
});

test('a Bangla text that is not set follows the English one that is', () => {
  expect(settingsWith({ name: 'Karim', promo: '' })).toMatchObject({ nameBn: 'Karim', promoBn: '' });
  expect(settingsWith({ name: 'Karim', nameBn: 'করিম' }).nameBn).toBe('করিম');
});

describe('the values of settings', () => {
  test.each([
    [{ fee: '৬০.৫' }, { fee: 60.5 }],
    [{ fee: '1,250' }, { fee: 1250 }],
    [{ freeFrom: '' }, { freeFrom: null }],
    [
      { freeFrom: null, minimum: 300 },
      { freeFrom: null, minimum: 300 },
    ],
    [{ hours: { friday: '15:00-20:00', sunday: '' } }, { hours: { friday: '15:00-20:00' } }],
    [
      { hours: 'friday 15:00-20:00, monday ০৯:০০ - 10:00' },
      { hours: { monday: '09:00-10:00', friday: '15:00-20:00' } },
    ],
    [{ deliveryDays: 'friday, sunday' }, { deliveryDays: ['sunday', 'friday'] }],
    [{ holidays: '2026-12-16\n2026-02-21\n\n2026-12-16' }, { holidays: ['2026-02-21', '2026-12-16'] }],
    [{ sameDayUntil: '১৪:৩০' }, { sameDayUntil: '14:30' }],
    [{ slots: ' ' }, { slots: [] }],
    [
      { slots: '[{"days": "friday, sunday", "from": "৯:০০", "to": "12:00", "orders": "৩০", "closes": 0}]' },
      { slots: [{ days: ['sunday', 'friday'], from: '09:00', to: '12:00', orders: 30, closes: 0 }] },
    ],
    [{ name: '  Karim Store ' }, { name: 'Karim Store' }],
    [{ facebook: 'https://facebook.com/karim' }, { facebook: 'https://facebook.com/karim' }],
    [{ facebook: 'facebook.com/karim' }, { facebook: 'https://facebook.com/karim' }],
    [{ youtube: 'm.youtube.com/@karim' }, { youtube: 'https://m.youtube.com/@karim' }],
    [{ hours: 'friday 18:00-02:00, sunday 20:00-00:00' }, { hours: { sunday: '20:00-00:00', friday: '18:00-02:00' } }],
    // As phones are pasted: with a dash that is no hyphen.
    [{ phone: '০১৭১১–২২২৩৩৩' }, { phone: '01711-222333' }],
    [{ smsOn: 'delivered, placed on-its-way' }, { smsOn: ['placed', 'on-its-way', 'delivered'] }],
    [{ smsOn: '' }, { smsOn: [] }],
    [{ smsPerDay: '১০০' }, { smsPerDay: 100 }],
    [{ accent: ' #E11D48 ' }, { accent: '#e11d48' }],
    [
      { accent: '', logo: '' },
      { accent: '', logo: '' },
    ],
  ])('%j are read as %j', (given, values) => expect(readSettingValues(given)).toEqual({ ok: true, value: values }));

  test.each([
    [{ fee: '' }, 'Please write an amount of Tk, such as 60 or 60.5.'],
    [{ fee: -1 }, 'Please write an amount of Tk, such as 60 or 60.5.'],
    [{ fee: '60.55' }, 'Please write an amount of Tk, such as 60 or 60.5.'],
    [{ minimum: 'abc' }, 'Please write an amount of Tk, such as 60 or 60.5.'],
    [{ freeFrom: 1e9 }, 'Please write at most 1000000.'],
    [{ hours: { sunday: '09:00-09:00' } }, 'when it opens and closes'],
    [{ hours: { someday: '09:00-10:00' } }, 'There is no day someday.'],
    [{ hours: 'always' }, 'There is no day always.'],
    [{ hours: 'sunday' }, 'Please write hours such as 09:00-22:00.'],
    [{ hours: 5 }, 'Please write hours for each day'],
    [{ deliveryDays: [] }, 'Please choose at least one day.'],
    [{ deliveryDays: 'foo' }, 'Please write days such as sunday, monday.'],
    [{ holidays: '2026-02-30' }, '2026-02-30 is no day such as 2026-12-16.'],
    [{ sameDayUntil: '25:00' }, 'Please write a time from 00:00 to 23:59.'],
    [{ slots: '9 to 12' }, 'Please give rows of {days, from, to, orders, closes}.'],
    [{ slots: [{ ...SLOT, until: '20:00' }] }, 'Please give rows of {days, from, to, orders, closes}.'],
    [{ slots: [{ ...SLOT, days: [] }] }, 'Please choose at least one day.'],
    [{ slots: [{ ...SLOT, to: '17:00' }] }, 'A delivery time must begin before it ends.'],
    [{ slots: [{ ...SLOT, from: '5 PM' }] }, 'Please write a time from 00:00 to 23:59.'],
    [{ slots: [{ ...SLOT, orders: 0 }] }, 'A delivery time takes 1 to 9999 orders.'],
    [{ slots: [{ ...SLOT, closes: '' }] }, 'A delivery time closes 0 to 10080 minutes before it begins.'],
    [{ slots: [SLOT, { ...SLOT, days: ['monday', 'friday'] }] }, 'Two delivery times of a day begin at the same time.'],
    [{ slots: Array.from({ length: 51 }, () => SLOT) }, 'Please give at most 50 delivery times.'],
    [{ name: ' ' }, 'Please fill this in.'],
    [{ name: 'x'.repeat(81) }, 'Please write at most 80 characters.'],
    [{ name: 5 }, 'Please write a text.'],
    [{ facebook: 'javascript:alert(1)' }, 'Please write a whole address'],
    [{ facebook: 'javascript:alert.call(1)' }, 'Please write a whole address'],
    [{ facebook: 'our page' }, 'Please write a whole address'],
    [{ phone: 'call us' }, 'Please write a phone number'],
    [{ smsOn: 'placed, packed' }, 'Please write any of placed, changed, on-its-way, delivered, canceled, set-back.'],
    [{ accent: 'red' }, 'Please write a colour such as #1d4ed8.'],
    [{ accent: '#e11d48;x' }, 'Please write a colour such as #1d4ed8.'],
    [{ logo: 'https://example.com/logo.png' }, 'There is no such logo'],
    [{ logo: '/images/l/../u/0-96.webp' }, 'There is no such logo'],
  ])('%j are refused: %s', (given, sentence) => {
    const read = readSettingValues({ name: 'Karim', ...given });
    const [field = ''] = Object.keys(given);
    const detail = expect.stringContaining(sentence);
    expect(read).toMatchObject({ ok: false, status: 422, fields: [{ field, reason: { code: 'malformed', detail } }] });
  });

  testAll('are refused or fit, whatever is given', fc.constantFrom(...SETTING_NAMES), fc.anything(), (name, value) => {
    const read = readSettingValues({ [name]: value });
    // What is read is read again as the same, also after a journey as JSON; what is not has one whole sentence.
    const values = read.ok ? JSON.parse(JSON.stringify(read.value)) : { [name]: value };
    expect(readSettingValues(values)).toEqual(read);
    if (!read.ok) expect(read.reason).toMatchObject({ detail: expect.stringMatching(/\.$/) });
  });

  test('that stand in the table are read as themselves, also as text', () => {
    for (const [name, value] of Object.entries(settingsWith({}))) {
      const read = { ok: true, value: { [name]: value } };
      expect(readSettingValues({ [name]: value })).toEqual(read);
      expect(readSettingValues({ [name]: settingText(value) })).toEqual(read);
    }
    expect(WEEKDAYS[new Date('2026-11-22').getUTCDay()]).toBe('sunday');
    expect(new Set(SETTING_NAMES.map((name) => SETTINGS[name].label)).size).toBe(SETTING_NAMES.length);
  });
});
