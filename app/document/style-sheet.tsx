import { createContext, useContext } from 'react';

/** The style sheet's text: given on the server, where pages are made, and found in the page by the browser. */
export const StyleSheetText = createContext(
  typeof document === 'undefined' ? '' : (document.querySelector('style')?.textContent ?? ''),
);

/**
 * The style sheet inside the page: small enough to come with the first bytes, so that nothing is waited for before the
 * first paint. In development Vite serves it as a file, with hot reload.
 */
export function StyleSheet() {
  const text = useContext(StyleSheetText);
  if (import.meta.env.DEV) return <link rel="stylesheet" href="/app/app.css" />;
  // Hydration does not touch what the server wrote; a page that is made anew in the browser (a fault) gets the same text.
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
