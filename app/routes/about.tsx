import { ABOUT_DESCRIPTION, ABOUT_US } from '#messages';
import { Page } from '../shell/page.tsx';

/** Only a heading (product §2). */
export default function About() {
  return (
    <Page title={ABOUT_US} canonical="/about" description={ABOUT_DESCRIPTION}>
      <h1 className="min-h-[40vh] text-2xl font-bold tracking-tight">{ABOUT_US}</h1>
    </Page>
  );
}
