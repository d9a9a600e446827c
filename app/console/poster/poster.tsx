import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Language, localPath } from '../../../base/language.ts';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { formatCartList } from '../../../domain/catalogue/cart-link.ts';
import { SelectField } from '../../components/field.tsx';
import { servicesFor } from '../context.ts';
import { Options } from '../kit/fields.tsx';
import { Button } from '../kit/form.tsx';
import { GivenLink } from '../kit/given-link.tsx';
import { drawQrCode, QrCode } from '../kit/qr-code.tsx';
import { Panel, SettingsScreen } from '../kit/screen.tsx';
import { LineFields } from '../orders/order-form.tsx';
import { t } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { name, nameBn, phone, url } = (await servicesFor(args, 'settings')).shop;
  return { name, nameBn, phone, url, qr: drawQrCode(url) };
}

export default function Poster() {
  const { name, nameBn, phone, url, qr } = useLoaderData<typeof loader>();
  return (
    <SettingsScreen title={t('Poster')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 print:block">
        <div className="flex flex-col gap-4 print:block">
          <div className="print:hidden">
            <Panel heading={t('For your door and your counter')}>
              <p className="text-muted">
                {t('Whoever scans it is in your shop. It is as large as the paper: A4, or smaller.')}
              </p>
              <Button label={t('Print')} className="self-start" onClick={() => print()} />
            </Panel>
          </div>
          <section aria-label={t('Poster')} className="poster">
            <p lang="bn" className="text-[1.7em] font-extrabold">
              {nameBn || name}
            </p>
            {nameBn && nameBn !== name ? <p className="text-[1.1em] font-extrabold">{name}</p> : null}
            <QrCode qr={qr} label={t('QR code of {url}', { url })} className="my-[0.2em] w-[82%]" />
            <p lang="bn" className="text-[0.8em]">
              ঘরে বসেই অর্ডার করুন: মোবাইলের ক্যামেরা দিয়ে স্ক্যান করুন, পছন্দ করুন, টাকা দিন পণ্য হাতে পেয়ে।
            </p>
            <p className="text-[0.6em]">
              Order from home: scan this with your phone’s camera, choose, and pay at the door.
            </p>
            <p className="mt-[0.6em] text-[0.7em] font-extrabold">{url.replace(/^https?:\/\//, '')}</p>
            <p className="text-[0.9em] font-extrabold">{phone}</p>
          </section>
        </div>
        <CartLink url={url} />
      </div>
    </SettingsScreen>
  );
}

/** A list of products to share, such as for a week or a feast. */
function CartLink({ url }: { url: string }) {
  const [lines, setLines] = useState<CartItem[]>([]);
  const [language, setLanguage] = useState<Language>('bn');
  return (
    <div className="print:hidden">
      <LineFields heading={t('Cart link')} lines={lines} onChange={setLines}>
        <p className="text-muted">
          {t(
            'A link that offers products for the cart, to share a list on Messenger. It asks before it adds anything.',
          )}
        </p>
        {lines.length > 0 ? (
          <>
            <SelectField
              label={t('Opens in')}
              value={language}
              onChange={({ target }) => setLanguage(target.value as Language)}
            >
              <Options
                of={[
                  ['bn', 'Bangla'],
                  ['en', 'English'],
                ]}
              />
            </SelectField>
            <GivenLink label={t('Link')} link={`${url}${localPath(language, '/cart')}?add=${formatCartList(lines)}`} />
          </>
        ) : null}
      </LineFields>
    </div>
  );
}
