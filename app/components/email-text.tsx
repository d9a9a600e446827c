import { createElement, Fragment } from 'react';

/** Before the @ and the dots of the name before it: a part of the domain alone in a line would look lost. */
const MAY_WRAP = /(?=@|\.[^@]*@)/;

/** An e-mail address that wraps where its parts begin, and elsewhere only where it must. */
export function EmailText({ email }: { email: string }) {
  const pieces = email.split(MAY_WRAP).flatMap((part, at) => (at === 0 ? [part] : [createElement('wbr'), part]));
  // Spread: the pieces need no keys of their own.
  return createElement(Fragment, null, ...pieces);
}
