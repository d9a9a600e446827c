import { createContext, useContext, useEffect, useState } from 'react';
import { Scripts } from 'react-router';
import { isConsoleMode } from '../../base/build-modes.ts';
import { logoFile } from '../../domain/shop/logo.ts';
import { PAGE_STATE } from './page-state.ts';
import startScripts from './start-scripts.ts?inline-script';

interface Inline {
  /** On the server, of the inline scripts and styles that the page's policy allows (security-policy.ts). */
  mark?: string;
  /** The style sheet's text. The server provides it; the browser reads it from the page. */
  styles: string;
  /** Only on the server (page-state.ts). */
  state?: string;
}

export const InlineContext = createContext<Inline>({
  styles: typeof document === 'undefined' ? '' : (document.querySelector('style')?.textContent ?? ''),
});

/** An inline script of the shop. In the browser `text` is empty: React leaves what the server wrote. */
export function InlineScript({ text }: { text: string }) {
  const { mark } = useContext(InlineContext);
  return <script nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

/** The data, and the scripts, which start-scripts.ts starts. A browser with scripts reads a noscript element as text; React skips it. */
export function DeferredScripts() {
  const { state = '' } = useContext(InlineContext);
  return (
    <>
      <script
        type="application/json"
        id={PAGE_STATE}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: state }}
      />
      <noscript>
        <Scripts />
      </noscript>
      <InlineScript text={startScripts} />
    </>
  );
}

export function Icons({ logo }: { logo: string | undefined }) {
  return (
    <>
      <link rel="icon" href={logo ? logoFile(logo, 'icon-32.png') : '/favicon.svg'} />
      <link rel="apple-touch-icon" href={logo ? logoFile(logo, 'icon-180.png') : '/icons/apple-touch.png'} />
    </>
  );
}

/**
 * Inside the page, so that the first paint waits for nothing else; in development a file, with hot reload. `accent` is
 * the rules of the operator's colour.
 */
export function StyleSheet({ accent = '' }: { accent: string | undefined }) {
  const { mark, styles } = useContext(InlineContext);
  const [first] = useState(accent);
  useEffect(() => {
    // An open page's policy allows no new style element. An old browser shows the colour with its next page.
    if (accent === first || !('adoptedStyleSheets' in document)) return;
    const changed = new CSSStyleSheet();
    changed.replaceSync(accent);
    document.adoptedStyleSheets = [changed];
    return () => {
      document.adoptedStyleSheets = [];
    };
  }, [accent, first]);
  // Hydration leaves what the server wrote. A page that the browser renders anew after a fault gets the same.
  return (
    <>
      {import.meta.env.DEV ? (
        <link rel="stylesheet" href={import.meta.env.BASE_URL + devSource()} />
      ) : (
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles }} />
      )}
      {first && accent ? (
        <style nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: first }} />
      ) : null}
    </>
  );
}

const devSource = () => (isConsoleMode(import.meta.env.MODE) ? 'app/console/console.css' : 'app/app.css');
