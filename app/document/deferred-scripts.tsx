import { Scripts } from 'react-router';
import { InlineScript } from './inline-script.tsx';
import startScripts from './start-scripts.ts?inline-script';

/**
 * The framework's scripts, which start-scripts.ts starts. A browser that runs scripts reads a noscript element as text and fetches
 * nothing of it; React skips it there.
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
