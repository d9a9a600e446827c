import { LANGUAGE } from '#messages';
import { t } from '../../../messages/console/t.ts';
import type { LoaderFunctionArgs } from 'react-router';
import { CONSOLE_PATH } from '../../../base/console-path.ts';
import { appIcons } from '../../../domain/shop/logo.ts';
import { USUAL_ACCENT } from '../../../domain/shop/palette.ts';
import { servicesOf } from '../../context.ts';

/** The console as an app of its own. Browsers ask for it without the session: it has the shop's name and look alone. */
export function loader(args: LoaderFunctionArgs) {
  const { name, look } = servicesOf(args).shop;
  const manifest = {
    id: CONSOLE_PATH,
    name: t('{name} console', { name }),
    short_name: t('{name} console', { name }),
    lang: LANGUAGE,
    start_url: CONSOLE_PATH,
    scope: CONSOLE_PATH,
    display: 'standalone',
    background_color: '#faf9f5',
    theme_color: look?.accent?.bars[0] ?? USUAL_ACCENT,
    icons: appIcons(look?.logo),
  };
  return Response.json(manifest, {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
