import type { Language } from '../domain/language.ts';

/** The language that is being built: only for the tools that build. Pages take `LANGUAGE` from `#messages`. */
export const BUILD_LANGUAGE: Language = process.env.SHOP_LANGUAGE === 'bn' ? 'bn' : 'en';
