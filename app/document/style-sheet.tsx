import { createContext, useContext, useEffect, useState } from 'react';
import { CONSOLE_MODE } from '../../base/build-modes.ts';
import { InlineScriptMark } from './inline-script.tsx';

/** The style sheet's text. The server provides it; the browser reads it from the page. */
export const StyleSheetText = createContext(
  typeof document === 'undefined' ? '' : (document.querySelector('style')?.textContent ?? ''),
);

/**
 * Inside the page, so that the first paint waits for nothing else. In development Vite serves it as a file, with hot reload. `accent` is
 * the rules of the operator's colour.
 */
export function StyleSheet({ accent = '' }: { accent: string | undefined }) {
  const text = useContext(StyleSheetText);
  const mark = useContext(InlineScriptMark);
  const [first] = useState(accent);
  useEffect(() => {
    // An open page's policy allows no style element that it did not come with. An old browser shows the colour with its next page.
    if (accent === first || !('adoptedStyleSheets' in document)) return;
    const changed = new CSSStyleSheet();
    changed.replaceSync(accent);
    document.adoptedStyleSheets = [changed];
    return () => {
      document.adoptedStyleSheets = [];
    };
  }, [accent, first]);
  // Hydration leaves alone what the server wrote. A page that the browser renders anew after a fault gets the same text.
  return (
    <>
      {import.meta.env.DEV ? (
        <link rel="stylesheet" href={import.meta.env.BASE_URL + DEV_SOURCE} />
      ) : (
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
      )}
      {first && accent ? (
        <style nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: first }} />
      ) : null}
    </>
  );
}

const DEV_SOURCE = import.meta.env.MODE === CONSOLE_MODE ? 'app/console/console.css' : 'app/app.css';
