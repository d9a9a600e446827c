import type { ReactNode } from 'react';

/**
 * The next step of a screen: on a phone at the bottom edge, within reach of the thumb, beside `text` (app.css). That is for
 * the eye only, because it stands in the page already.
 */
export function ActionBar({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div data-text={text} className="action-bar">
      {children}
    </div>
  );
}
