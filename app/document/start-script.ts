import { useEffect } from 'react';

/**
 * What runs in a page before the shop's own scripts, inline. Those begin with the first picture on the screen: until then they
 * would take the network from it, and then the processor, on the phones that have least of both. Nothing is lost meanwhile.
 */

declare global {
  interface Window {
    /** Left behind by the inline scripts, gone once the page has come to life. */
    early?: {
      /** What was tapped so far. */
      taps: Set<HTMLButtonElement>;
      /** The listener that keeps taps. */
      keep: (event: MouseEvent) => void;
      /** What keeps the page from counting as loaded. */
      hold?: HTMLElement;
    };
  }
}

/**
 * In the head: keeps the taps on buttons that come before the scripts that answer them, on a slow network for seconds. Links
 * and forms need no scripts. Nobody else hears of these taps, so that none counts twice.
 */
export const KEEP_TAPS = `{let taps=new Set,keep=e=>{let b=e.target.closest("button[type=button]");b&&(taps.add(b),e.stopImmediatePropagation())};addEventListener("click",keep,!0);window.early={taps,keep}}`;

/** How the framework writes its preloads and the inline script that begins everything; and both put aside. */
const PUT_ASIDE: readonly (readonly [string, string])[] = [
  ['<link rel="modulepreload"', '<link rel="later"'],
  ['<script type="module" async="">', '<script type="later">'],
];

/** Puts the scripts of a page's HTML aside. */
export function putScriptsAside(html: string): string {
  return PUT_ASIDE.reduce((text, [written, aside]) => text.replaceAll(written, aside), html);
}

/** A picture that does not come may not keep the page from coming to life, nor a script it from having loaded. In ms. */
const PICTURE_WITHIN_MS = 1_000;
const ALIVE_WITHIN_MS = 10_000;

/**
 * At the end of the body: begins what was put aside, when the first eager picture is painted or at once when there is none.
 * The text is allowed by the same hash as before. The framework's chunk (vite.config.ts) runs in a task of its own, so that
 * none keeps a slow phone from answering for long. An open frame delays `load` until the page answers, as it would without
 * all this: whoever waits for `load` finds it alive.
 */
export const START_SCRIPTS = `{let d=document,q=s=>d.querySelector(s),p=q("img[fetchpriority]"),f=early.hold=d.createElement("iframe"),begin=()=>{let l=q("[type=later]"),s=d.createElement("script");l&&(s.type="module",s.text=l.text,l.replaceWith(s))},go=()=>{let l=q("[rel=later][href*=framework]");d.querySelectorAll("[rel=later]").forEach(l=>l.rel="modulepreload");l?import(l.href).finally(()=>setTimeout(begin)):begin()},painted=()=>requestAnimationFrame(()=>setTimeout(go));f.hidden=1;d.body.append(f);f.contentDocument.open();setTimeout(()=>f.remove(),${ALIVE_WITHIN_MS});p?(p.decode().then(painted,painted),setTimeout(go,${PICTURE_WITHIN_MS})):go()}`;

/** Takes over from the inline scripts as soon as the page answers. */
export function useTakeOver(): void {
  useEffect(() => {
    // After what browser storage changes on the page: a button may be another by then.
    const timer = setTimeout(() => {
      const { early } = window;
      delete window.early;
      if (!early) return;
      early.hold?.remove();
      removeEventListener('click', early.keep, true);
      for (const button of early.taps) if (button.isConnected) button.click();
    });
    return () => clearTimeout(timer);
  }, []);
}
