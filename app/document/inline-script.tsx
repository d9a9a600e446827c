import { createContext, useContext } from 'react';

/** What marks, on the server, the inline scripts that the page's policy allows (security-policy.ts). */
export const InlineScriptMark = createContext<string | undefined>(undefined);

/** One of the shop's own inline scripts. */
export function InlineScript({ text }: { text: string }) {
  const mark = useContext(InlineScriptMark);
  return <script nonce={mark} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
