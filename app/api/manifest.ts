import { DEFAULT_SHOP_NAME, shopNameIn } from '../../domain/shop-name.ts';
import { appIcons } from '../../domain/shop/logo.ts';
import { USUAL_ACCENT } from '../../domain/shop/palette.ts';
import { CART, HOME_DESCRIPTION, LANGUAGE, MY_ORDERS } from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { localPath } from '../../base/language.ts';
import { endpoint } from './endpoint.ts';

const SCREENSHOTS = [
  { src: '/screenshots/phone.webp', sizes: '780x1688', type: 'image/webp', form_factor: 'narrow' },
  { src: '/screenshots/desk.webp', sizes: '1280x800', type: 'image/webp', form_factor: 'wide' },
];

export const loader = endpoint({
  GET({ services }) {
    const name = shopNameIn(LANGUAGE, services.shop);
    const { logo, accent } = services.shop.look ?? {};
    const manifest = {
      id: localPath(LANGUAGE, '/'),
      name,
      short_name: name,
      description: formatMessage(HOME_DESCRIPTION, { shop: name }),
      lang: LANGUAGE,
      start_url: localPath(LANGUAGE, '/'),
      scope: '/',
      display: 'standalone',
      background_color: '#faf9f5',
      theme_color: accent?.bars[0] ?? USUAL_ACCENT,
      categories: ['shopping', 'food'],
      icons: appIcons(logo),
      shortcuts: [
        { name: CART, url: localPath(LANGUAGE, '/cart') },
        { name: MY_ORDERS, url: localPath(LANGUAGE, '/user/orders') },
      ],
      // They show the usual name and look.
      screenshots: services.shop.name === DEFAULT_SHOP_NAME && !services.shop.look ? SCREENSHOTS : [],
    };
    return Response.json(manifest, {
      headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
    });
  },
});

export { loader as action };
