import { createContext, useContext } from 'react';
import { CONSOLE_MODE } from '../../base/build-modes.ts';

/** The style sheet's text. The server provides it; the browser reads it from the page. */
export const StyleSheetText = createContext(
  typeof document === 'undefined' ? '' : (document.querySelector('style')?.textContent ?? ''),
);

/** Inside the page, so that the first paint waits for nothing else. In development Vite serves it as a file, with hot reload. */
export function StyleSheet() {
  const text = useContext(StyleSheetText);
  if (import.meta.env.DEV) {
    const { BASE_URL, MODE } = import.meta.env;
    const source = MODE === CONSOLE_MODE ? 'app/console/console.css' : 'app/app.css';
    return <link rel="stylesheet" href={BASE_URL + source} />;
  }
  // Hydration leaves alone what the server wrote. A page that the browser renders anew after a fault gets the same text.
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
