import { createContext, useContext } from 'react';

/** On the server, the mark of the inline scripts and styles that the page's policy allows (security-policy.ts). */
export const InlineScriptMark = createContext<string | undefined>(undefined);

/** One of the shop's own inline scripts. In the browser `text` is empty, and React leaves alone what the server wrote. */
export function InlineScript({ text }: { text: string }) {
  const mark = useContext(InlineScriptMark);
  return <script nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
