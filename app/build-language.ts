import { type Language, parseLanguage } from '../domain/language.ts';

/** The language that Vite builds in this mode: its name, else English. Only for the tools that build; pages take `LANGUAGE` from `#messages`. */
export function languageOfMode(mode: string): Language {
  return parseLanguage(mode) ?? 'en';
}

/** Vite's mode of the operator's console, which is a build of its own. */
export const CONSOLE_MODE = 'console';
