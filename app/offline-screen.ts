/**
 * What a service worker answers for a page of a language that this browser has never opened (product §10). It needs no
 * other file, so that a first visit stores one language only.
 */
import { type Language, LANGUAGE_RULES, localPath } from '../base/language.ts';

/** Of each language: a service worker has only its own. The build writes them here. */
declare const OFFLINE_TEXTS: Readonly<Record<Language, readonly [title: string, text: string]>>;

const RETRY =
  'const retry=()=>fetch(location,{method:"HEAD"}).then(()=>location.reload(),()=>{});' +
  'addEventListener("online",retry);setInterval(retry,15e3)';

/** @param opens The language whose pages open without a network. */
export function offlineScreen(language: Language, opens: Language): Response {
  const [title, text] = OFFLINE_TEXTS[language];
  const link = `<a lang="${opens}" href="${localPath(opens, '/')}">${LANGUAGE_RULES[opens].name}</a>`;
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<body style="font:1.125rem/1.5 system-ui;text-align:center;padding:3rem 1rem">
<main><h1>${title}</h1><p>${text}</p><p>${link}</p></main><script>${RETRY}</script>`;
  return new Response(html, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
