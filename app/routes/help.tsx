import { HELP, HELP_DESCRIPTION } from '#messages';
import { Page } from '../shell/page.tsx';

/** Only a heading (product §2). */
export default function Help() {
  return (
    <Page title={HELP} canonical="/help" description={HELP_DESCRIPTION}>
      <h1 className="min-h-[40vh] text-2xl font-bold tracking-tight">{HELP}</h1>
    </Page>
  );
}
