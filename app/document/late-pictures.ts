/**
 * An inline script in the head. On a phone, pictures of home below the first screen wait for the scripts, or until
 * somebody scrolls. With `loading=lazy` alone browsers load what is up to 2,500 px away.
 */
const LATE = '.sections img[loading=lazy]:not(.tiles a:nth-child(-n+7) img)';

const waiting = new CSSStyleSheet();
waiting.replaceSync(`@media (width<40rem){${LATE}{display:none}}`);
document.adoptedStyleSheets = [waiting];

function show(): void {
  waiting.disabled = true;
}

addEventListener('load', show);
addEventListener('scroll', show, true);
