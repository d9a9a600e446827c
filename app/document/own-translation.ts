/** An inline script in the head: who reads a language of the shop gets its own pages in it, not the browser's translation. */
import { LANGUAGES } from '../../base/language.ts';

if (navigator.languages.some((read) => LANGUAGES.some((language) => read.startsWith(language)))) {
  const meta = document.createElement('meta');
  meta.name = 'google';
  meta.content = 'notranslate';
  document.head.append(meta);
}
