/** The builds of the pages: one for each language, and as many of the operator's console. A mode is Vite's name of one. */
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from './language.ts';

export type Mode = Language | `console-${Language}`;

export const consoleMode = (language: Language): Mode => `console-${language}`;
export const isConsoleMode = (mode: string): boolean => LANGUAGES.some((language) => mode === consoleMode(language));

export const MODES: readonly Mode[] = /* @__PURE__ */ LANGUAGES.flatMap((language) => [
  language,
  consoleMode(language),
]);

export async function loadModes<Value>(load: (mode: Mode) => Promise<Value>): Promise<Record<Mode, Value>> {
  const loaded = await Array.fromAsync(MODES, async (mode) => [mode, await load(mode)] as const);
  return Object.fromEntries(loaded) as Record<Mode, Value>;
}

/** Only for the tools that build; pages take `LANGUAGE` from `#messages`. */
export function languageOfMode(mode: string): Language {
  return LANGUAGES.find((language) => mode === language || mode === consoleMode(language)) ?? DEFAULT_LANGUAGE;
}
