/** The checkout form, as browsers keep it between cart and order, and as orders keep it (product §4). */
import { ADDRESS_FIELDS, type AddressField, withTypedDigits } from '../accounts/address.ts';
import { asRecord, textFields } from '../../base/record.ts';
import { cleanText } from '../typed/text.ts';

export const SHIPPING_FIELDS = ['name', 'email', 'phone', 'gender', ...ADDRESS_FIELDS, 'country'] as const;
export type ShippingField = (typeof SHIPPING_FIELDS)[number];

/** Stands for the account where a visitor orders without one. */
export const GUEST = 'guest';

/** What the shop does when something is missing. The first is the usual one. */
export const MISSING = ['call', 'leave', 'similar'] as const;
export type Missing = (typeof MISSING)[number];

/** As the browser keeps it. */
export type ShippingInfo = Record<ShippingField, string> & { /** An id, in a shop with areas. */ area?: string };
/** As the order keeps it: with the names that its area had. */
export type PlacedShippingInfo = ShippingInfo & AreaNames;
export type PlacedAddress = Readonly<Record<AddressField, string>> & AreaNames;

interface AreaNames {
  areaName?: string;
  areaNameBn?: string;
}

const AREA_FIELDS = ['area', 'areaName', 'areaNameBn'] as const;

/** Null when the value is no object. */
export function parseShippingInfo(value: unknown): ShippingInfo | null {
  const record = asRecord(value);
  return record && shippingInfoIn(record);
}

/** Texts are cleaned; a missing or non-text field becomes empty. */
export function shippingInfoIn(record: Readonly<Record<string, unknown>>): ShippingInfo {
  const { area } = textFields(record, ['area'], cleanText);
  const form = withTypedDigits(textFields(record, SHIPPING_FIELDS, cleanText));
  return area === '' ? form : { ...form, area };
}

/** Of a stored order. In the form's order: jsonb changes it, but an order must always have the same JSON text. */
export function parsePlacedShippingInfo(value: unknown): PlacedShippingInfo {
  const record = asRecord(value) ?? {};
  const area = Object.entries(textFields(record, AREA_FIELDS)).filter(([, text]) => text !== '');
  return { ...shippingInfoIn(record), ...Object.fromEntries(area) };
}
