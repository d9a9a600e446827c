import { Scripts } from 'react-router';
import { InlineScript } from './inline-script.tsx';
import startScripts from './start-scripts.ts?inline-script';

/** start-scripts.ts starts them: a browser that runs scripts reads a noscript element as text, and React skips it there. */
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
