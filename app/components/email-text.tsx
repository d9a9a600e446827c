import { createElement, Fragment } from 'react';

/** Wraps before the @ and before dots in front of it. A part of the domain alone on a line would be hard to read. */
const WRAP_POINT = /(?=@|\.[^@]*@)/;

export function EmailText({ email }: { email: string }) {
  const parts = email.split(WRAP_POINT).flatMap((part, at) => (at === 0 ? [part] : [createElement('wbr'), part]));
  // Spread as arguments, so that they need no keys.
  return createElement(Fragment, null, ...parts);
}
