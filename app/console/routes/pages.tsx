import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router';
import { servicesFor } from '../context.ts';
import { PAGE_SETTINGS, pageTexts } from '../../../domain/shop/pages.ts';
import { formText, refuseForm } from '../../context.ts';
import { readForm } from '../files/read-form.ts';
import { operatorAction, refuse } from '../operator-action.ts';
import { type PagesAnswer, PagesForm } from '../pages/pages-form.tsx';
import { SettingsScreen } from '../settings/settings-screen.tsx';
import { keepForm } from '../state/answer.ts';

/** All texts at their longest, as Bangla is sent. */
const MAX_BYTES = 1024 * 1024;

export async function loader(args: LoaderFunctionArgs) {
  const { shop } = await servicesFor(args, 'settings');
  return { texts: pageTexts(shop.settings()), drafts: shop.pageDrafts() };
}

/** Saves the texts that are given. */
export const action = operatorAction('settings', async (args, { by, services }) => {
  const form = await readForm(args.request, MAX_BYTES);
  if (form === 'too-large') return refuse(args, 413, 'These texts are too long.');
  if (form === 'unreadable') return refuse(args, 400, 'The form cannot be read.');
  const given = PAGE_SETTINGS.filter((name) => form.has(name));
  const typed = Object.fromEntries(given.map((name) => [name, formText(form, name).replaceAll('\r\n', '\n')]));
  const outcome = await services.shop.change(typed, by);
  if (outcome.kind === 'refused')
    return refuseForm<PagesAnswer>(args, { status: 422 }, { typed, errors: outcome.faults });
  return { typed, done: 'Saved' };
});

export const clientAction = keepForm;

export default function Pages() {
  const { texts, drafts } = useLoaderData<typeof loader>();
  return (
    <SettingsScreen title="Pages">
      <p className="max-w-prose text-muted">
        An empty line begins a new paragraph, <code>#</code> and a space a heading, <code>-</code> and a space a point.
        Addresses and phone numbers become links. Where one language has no text, the other one is shown; a page without
        any is not.
      </p>
      <PagesForm texts={texts} drafts={drafts} pageAnswer={useActionData<PagesAnswer>()} />
    </SettingsScreen>
  );
}
