import { BACK_TO_SHOP, LANGUAGE, NOT_FOUND, SEE_ALL_GROCERIES, UNEXPECTED_ERROR } from '#messages';
import { type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { LANGUAGES, localPath } from '../../base/language.ts';
import { DEFAULT_SHOP_NAME, DEFAULT_SHOP_NAME_BN, shopNameIn } from '../../domain/shop-name.ts';
import { formatNumber } from '../../messages/format.ts';
import { NextLink, QuietLink } from '../components/link.tsx';
import { restoreTypedFields } from '../state/network/other-document.ts';
import { useRootData } from '../state/root-data.ts';

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

/** What a loader has thrown, or an unexpected failure (product §2). */
export function ErrorScreen({ error }: { error: unknown }) {
  const title = UNEXPECTED_ERROR;
  const [status, told] = isRouteErrorResponse(error)
    ? [statusText(error), error.data?.detail ?? error.data]
    : ['', error instanceof Error ? error.message : error];
  const text = sentenceOf(told);
  return (
    <Page title={title}>
      <div className="mx-auto flex max-w-md flex-col items-center gap-3 py-10 text-center">
        <h1>{title}</h1>
        {status ? <p className="text-lg font-semibold text-clay">{status}</p> : null}
        {text ? <p className="max-w-full break-words text-muted">{text}</p> : null}
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <NextLink to="/">{BACK_TO_SHOP}</NextLink>
          <QuietLink to="/groceries">{SEE_ALL_GROCERIES}</QuietLink>
        </div>
      </div>
    </Page>
  );
}

function statusText({ status, statusText: english }: { status: number; statusText: string }): string {
  if (LANGUAGE === 'en') return `${status} ${english}`;
  return status === 404 ? `${formatNumber(status)} ${NOT_FOUND}` : formatNumber(status);
}

/** An error's text if it is for people: a proxy's whole document is not, and the programs' own errors are English. */
function sentenceOf(told: unknown): string {
  const isSentence = typeof told === 'string' && !/^\s*[<{]/.test(told);
  return isSentence && (LANGUAGE === 'en' || /[\u0980-\u09ff]/.test(told)) ? told : '';
}
