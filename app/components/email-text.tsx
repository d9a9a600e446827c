import { Fragment } from 'react';

/** An e-mail address that wraps before its @ and dots, and elsewhere only where it must. */
export function EmailText({ email }: { email: string }) {
  return Array.from(email.matchAll(/[@.]*[^@.]+|[@.]+/g), ({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
