import { type Language, LANGUAGE_RULES, LANGUAGES } from './language.ts';

const VALUES = new Map(
  LANGUAGES.flatMap((language) => Array.from({ length: 10 }, (_, value) => [digit(language, value), String(value)])),
);

/** '১২০৭' → '1207'. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (sign) => VALUES.get(sign) ?? sign);
}

/** '85.0' → '৮৫.০' in Bangla. Numbers get no separators of thousands. */
export function localDigits(language: Language, text: string | number): string {
  return String(text).replace(/[0-9]/g, (sign) => digit(language, Number(sign)));
}

function digit(language: Language, value: number): string {
  return String.fromCharCode(LANGUAGE_RULES[language].zero + value);
}
