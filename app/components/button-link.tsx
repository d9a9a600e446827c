import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface ButtonLinkProps {
  to: string;
  children: ReactNode;
}

/** The one next step of a screen. */
export function NextLink(props: ButtonLinkProps) {
  return <Link {...props} className="btn btn-primary" />;
}

/** Another step. */
export function QuietLink(props: ButtonLinkProps) {
  return <Link {...props} className="btn btn-quiet" />;
}
