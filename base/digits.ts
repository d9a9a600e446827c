import { type Language, LANGUAGE_RULES, LANGUAGES } from './language.ts';

const DIGITS = new RegExp(
  `[${LANGUAGES.map((language) => digit(language, 0) + '-' + digit(language, 9)).join('')}]`,
  'g',
);

/** '১২০৭' → '1207'. */
export function asciiDigits(text: string): string {
  return text.replace(DIGITS, (sign) => {
    const zero = Math.max(
      ...LANGUAGES.map((language) => LANGUAGE_RULES[language].zero).filter((zero) => zero <= sign.charCodeAt(0)),
    );
    return String(sign.charCodeAt(0) - zero);
  });
}

/** '85.0' → '৮৫.০' in Bangla. Numbers get no separators of thousands. */
export function localDigits(language: Language, text: string | number): string {
  return String(text).replace(/[0-9]/g, (sign) => digit(language, Number(sign)));
}

function digit(language: Language, value: number): string {
  return String.fromCharCode(LANGUAGE_RULES[language].zero + value);
}
