/** The ways in which a screen is looked at: size, colours, language, size of text. */
import type { Language } from '../../base/language.ts';

export interface Look {
  title: string;
  width: number;
  height: number;
  language?: Language;
  dark?: true;
  /** Forced colours. */
  forced?: true;
  /** Of text, in percent. */
  text?: number;
  /** To the end of the page, and not only what is seen first. */
  whole?: true;
  /** Pixels of the picture for each of the screen. */
  scale?: number;
}

const phone = { width: 360, height: 800 };
const desk = { width: 1280, height: 800 };

export const LOOKS = {
  phone: { title: 'Phone', ...phone, whole: true },
  first: { title: 'First screen', width: 360, height: 640 },
  dark: { title: 'Dark', width: 390, height: 844, dark: true, whole: true },
  'text-130': { title: 'Text 130 %', ...phone, text: 130, whole: true },
  'text-200': { title: 'Text 200 %', ...phone, text: 200, whole: true },
  forced: { title: 'Forced colours', ...phone, forced: true },
  narrow: { title: 'Narrow', width: 320, height: 640, whole: true },
  flat: { title: 'Landscape', width: 740, height: 360 },
  bangla: { title: 'Bangla', ...phone, language: 'bn', whole: true },
  'bangla-200': { title: 'Bangla, text 200 %', ...phone, language: 'bn', text: 200, whole: true },
  desk: { title: 'Desk', ...desk, whole: true },
  'desk-dark': { title: 'Desk, dark', ...desk, dark: true },
  wide: { title: 'Wide', width: 1920, height: 1080 },
  // Of README and docs.
  'docs-phone': { title: 'Phone', width: 390, height: 844, scale: 1.5 },
  'docs-dark': { title: 'Phone, dark', width: 390, height: 844, scale: 1.5, dark: true },
  'docs-bangla': { title: 'Phone, Bangla', width: 390, height: 844, scale: 1.5, language: 'bn' },
  'docs-desk': { title: 'Desk', ...desk },
} as const satisfies Record<string, Look>;

export type LookName = keyof typeof LOOKS;

export const SHOP_LOOKS: readonly LookName[] = ['phone', 'first', 'dark', 'text-130', 'text-200', 'bangla', 'desk'];
/** Of the screens that are seen most. */
export const ALL_SHOP_LOOKS: readonly LookName[] = [
  ...SHOP_LOOKS,
  'forced',
  'narrow',
  'flat',
  'bangla-200',
  'desk-dark',
  'wide',
];
/** Of a state that is only a part of a screen: a menu, a question, a fault. */
export const PART_LOOKS: readonly LookName[] = ['phone', 'first', 'dark', 'text-200', 'bangla', 'desk'];
export const CONSOLE_LOOKS: readonly LookName[] = ['phone', 'dark', 'text-130', 'text-200', 'bangla', 'desk'];
export const CONSOLE_PART_LOOKS: readonly LookName[] = ['phone', 'text-200', 'desk'];
export const ROUND_LOOKS: readonly LookName[] = ['narrow', 'phone', 'dark', 'text-130', 'text-200', 'forced', 'bangla'];

/** A page serves all looks of one key, one after the other: it is opened once, and its steps are done once. */
export const visitOf = (name: LookName): string => {
  const { language = 'en', width, scale = 1 }: Look = LOOKS[name];
  return [language, width > 1000 ? 'desk' : 'phone', scale].join(' ');
};
