import { LANGUAGE } from '#messages';
import { DEFAULT_SHOP_NAME, DEFAULT_SHOP_NAME_BN, shopNameIn } from '../../domain/shop-name.ts';
import { type ReactNode, useEffect } from 'react';
import { LANGUAGES, localPath } from '../../base/language.ts';
import { useRootData } from '../state/root-data.ts';
import { restoreTypedFields } from '../state/forms/typed-fields.ts';

interface PageProps {
  title: string;
  description?: string;
  canonical?: string;
  personal?: boolean;
  children: ReactNode;
}

const DEFAULT_NAME = shopNameIn(LANGUAGE, { name: DEFAULT_SHOP_NAME, nameBn: DEFAULT_SHOP_NAME_BN });

export function Page({ title, description, canonical, personal = false, children }: PageProps) {
  const root = useRootData();
  useEffect(restoreTypedFields, []);
  const shop = root?.shop.name ?? DEFAULT_NAME;
  return (
    <>
      <title>{title === shop ? shop : `${title} · ${shop}`}</title>
      {description ? <meta name="description" content={description} /> : null}
      {personal ? <meta name="robots" content="noindex" /> : null}
      {canonical && root ? (
        <>
          <link rel="canonical" href={root.origin + localPath(LANGUAGE, canonical)} />
          {LANGUAGES.map((language) => (
            <link
              key={language}
              rel="alternate"
              hrefLang={language}
              href={root.origin + localPath(language, canonical)}
            />
          ))}
        </>
      ) : null}
      {children}
    </>
  );
}
