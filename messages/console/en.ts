/** English stands in the console's code itself, as the key of the other languages. */
export const CONSOLE_TEXTS: Readonly<Record<string, string>> = {};
