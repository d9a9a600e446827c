import { Scripts } from 'react-router';
import { InlineScript } from './inline-script.tsx';
import startScripts from './start-scripts.ts?inline-script';

/**
 * The framework's scripts, which start-scripts.ts starts later. A browser that runs scripts reads the content of a noscript
 * element as text and fetches nothing of it. React writes this content on the server and skips it in the browser.
 */
export function DeferredScripts() {
  return (
    <>
      <noscript>
        <Scripts />
      </noscript>
      <InlineScript text={startScripts} />
    </>
  );
}
