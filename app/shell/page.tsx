import type { ReactNode } from 'react';
import { useRootData } from '../state/root-data.ts';

interface PageProps {
  /** What the screen is, for the window's title. */
  title: string;
  description?: string;
  /** The path that search engines should know the screen by. */
  canonical?: string;
  /** Personal screens are kept out of search engines. */
  personal?: boolean;
  children: ReactNode;
}

/** What every screen says about itself in the document's head, and its content. */
export function Page({ title, description, canonical, personal = false, children }: PageProps) {
  const root = useRootData();
  const shop = root?.shop.name ?? 'Sodai';
  return (
    <>
      <title>{title === shop ? shop : `${title} · ${shop}`}</title>
      {description ? <meta name="description" content={description} /> : null}
      {personal ? <meta name="robots" content="noindex" /> : null}
      {canonical && root ? <link rel="canonical" href={root.origin + canonical} /> : null}
      {children}
    </>
  );
}
