import { Link, type LinkProps } from './link.tsx';

/** The one next step of a screen. */
export const NextLink = (props: LinkProps) => <Link {...props} className="btn btn-primary" />;

/** Another step. */
export const QuietLink = (props: LinkProps) => <Link {...props} className="btn btn-quiet" />;
