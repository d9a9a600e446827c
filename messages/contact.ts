import { COUNTRY_NAME, DIVISION_NAMES, GENDER_NAMES, LANGUAGE } from '#messages';
import { ADDRESS_FIELDS, addressLines, COUNTRY, divisionOf } from '../domain/accounts/address.ts';
import { genderOf } from '../domain/accounts/contact.ts';
import type { PlacedAddress } from '../domain/orders/checkout-state.ts';
import { parseJoinedDate } from '../domain/accounts/joined-date.ts';
import { formatTime } from './dates.ts';
import { areaName, formatNumber } from './format.ts';

/** A field of a profile or an order as a page shows it, with the digits and names of its language. */
export function formatContact(field: string, value: string): string {
  if (LANGUAGE === 'en') return value;
  const division = divisionOf(value);
  const gender = genderOf(value);
  if (field === 'phone' || field === 'postcode') return formatNumber(value);
  if (field === 'division' && division) return DIVISION_NAMES[division];
  if (field === 'gender' && gender) return GENDER_NAMES[gender];
  return field === 'country' && value === COUNTRY ? COUNTRY_NAME : value;
}

/** The lines of an address, with the name that its area has in this language. */
export function localAddress(address: PlacedAddress): string[] {
  const { areaName: name = '', areaNameBn: nameBn = '' } = address;
  const shown = { ...address, areaName: areaName({ name, nameBn }) };
  for (const field of ADDRESS_FIELDS) shown[field] = formatContact(field, address[field]);
  return addressLines(shown);
}

/** A user document's `joinedDate`: as it is stored, or in Bangla. */
export function formatJoinedDate(text: string): string {
  const time = LANGUAGE === 'en' ? null : parseJoinedDate(text);
  return time ? formatTime(time) : text;
}
