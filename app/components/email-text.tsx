import { Fragment } from 'react';
import { jsx, jsxs } from '../jsx-runtime.ts';

/** Wraps before the @ and before dots in front of it. A part of the domain alone on a line would be hard to read. */
const WRAP_POINT = /(?=@|\.[^@]*@)/;

export function EmailText({ email }: { email: string }) {
  const parts = email.split(WRAP_POINT).flatMap((part, at) => (at === 0 ? [part] : [jsx('wbr', {}), part]));
  // As written side by side, so that they need no keys.
  return jsxs(Fragment, { children: parts });
}
