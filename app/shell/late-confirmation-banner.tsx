import { useLocation } from 'react-router';
import { Late } from '../components/late.tsx';
import { banner } from '../state/banner.ts';
import { useStored } from '../state/local-storage.ts';
import script from './confirmation-banner.tsx?late-script';

/** `ConfirmationBanner` on the home page while its flag is set (product §2). Its script is loaded as soon as the flag is set. */
export function LateConfirmationBanner() {
  const { pathname } = useLocation();
  const { type, flag } = useStored(banner);
  const set = flag && type !== '';
  return <Late script={script} wanted={set} hidden={!set || pathname !== '/'} props={{ type }} />;
}
