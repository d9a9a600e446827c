import { createContext, useContext } from 'react';

/** The style sheet's text on the server, where pages are made; the browser has it in the page already. */
export const StyleSheetText = createContext('');

/**
 * The style sheet inside the page: small enough to come with the first bytes, so that nothing is waited for before the
 * first paint. In development Vite serves it as a file, with hot reload.
 */
export function StyleSheet() {
  const text = useContext(StyleSheetText);
  if (import.meta.env.DEV) return <link rel="stylesheet" href="/app/app.css" />;
  // What the server wrote stays: hydration does not touch it.
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
