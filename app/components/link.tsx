import { LANGUAGE } from '#messages';
import type { ComponentProps } from 'react';
import { localPath } from '../../base/language.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A page of the shop, from its root and without the language: `/cart?x`. */
  to: string;
}

/**
 * A link to a page of the shop. It is nothing but an element, because a page has a hundred: one listener opens them all
 * (shell/hooks/use-links.ts).
 */
export const Link = ({ to, children, ...rest }: LinkProps) => (
  <a {...rest} href={localPath(LANGUAGE, to)}>
    {children}
  </a>
);

/** The one next step of a screen. */
export const NextLink = (props: LinkProps) => <Link {...props} className="btn btn-primary" />;

/** Another step. */
export const QuietLink = (props: LinkProps) => <Link {...props} className="btn btn-quiet" />;
