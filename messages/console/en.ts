/** English stands in the code of the console, and of the shop, as the key of the other languages. */
export const CONSOLE_TEXTS: Readonly<Record<string, string>> = {};
export const TOLD: Readonly<Record<string, string>> = {};
