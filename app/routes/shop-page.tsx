import * as messages from '#messages';
import { telephone } from '../../base/telephone.ts';
import Phone from 'virtual:icons/phone';
import { firstParagraph } from '../../domain/shop/page-text.ts';
import { isOptionalPage, PAGES, type PageName } from '../../domain/shop/pages.ts';
import { formatMessage, formatNumber } from '../../messages/format.ts';
import { PageText } from '../components/page-text.tsx';
import { servicesOf, notFound } from '../context.ts';
import { Page } from '../shell/page.tsx';
import { useRootData } from '../state/root-data.ts';
import type { Route } from './+types/shop-page';

const TEXTS: Readonly<Record<PageName, { title: string; about?: string }>> = {
  about: { title: messages.ABOUT_US, about: messages.ABOUT_DESCRIPTION },
  help: { title: messages.HELP, about: messages.HELP_DESCRIPTION },
  contact: { title: messages.CONTACT },
  terms: { title: messages.TERMS },
  privacy: { title: messages.PRIVACY },
};

export async function loader(args: Route.LoaderArgs) {
  const name = PAGES.find((page) => args.pattern.endsWith(page)) ?? 'about';
  const written = servicesOf(args).shop.page(name, messages.LANGUAGE);
  if (written === null && isOptionalPage(name)) throw notFound(messages.NO_SUCH_ADDRESS);
  return { name, written };
}

/** One of the pages that the operator writes (product §2). */
export default function ShopPage({ loaderData: { name, written } }: Route.ComponentProps) {
  const phone = useRootData()?.shop.phone ?? '';
  const { title, about } = TEXTS[name];
  const description = written ? firstParagraph(written.text) : about;
  return (
    <Page title={title} canonical={`/${name}`} {...(description ? { description } : {})}>
      <h1 className={written ? 'mb-4' : 'min-h-[40vh]'}>{title}</h1>
      {name === 'contact' ? (
        <a href={telephone(phone)} className="btn btn-primary mb-4">
          <Phone className="size-5" />
          {formatMessage(messages.CALL_LINK, { phone: formatNumber(phone) })}
        </a>
      ) : null}
      {written ? (
        <div lang={written.language === messages.LANGUAGE ? undefined : written.language} className="max-w-xl">
          <PageText text={written.text} />
        </div>
      ) : null}
    </Page>
  );
}
