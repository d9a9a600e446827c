import { type FormEvent, useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSubmit } from 'react-router';
import { PAGE_SETTINGS, PAGES, type PageSetting, type PageTexts } from '../../../domain/shop/pages.ts';
import { filledPage } from '../../../domain/shop/page-text.ts';
import { SETTINGS } from '../../../domain/shop/settings.ts';
import { Frame } from '../../components/field.tsx';
import { PageText } from '../../components/page-text.tsx';
import { formText, refuseForm } from '../../context.ts';
import { actionOf, answerTo, perform, servicesFor } from '../context.ts';
import { say } from '../kit/say.tsx';
import { Button, PageForm, usePageAnswer } from '../kit/form.tsx';
import { type Draft, type DraftAnswer, Note, useDraft } from '../kit/fields.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { Panel, SettingsScreen } from '../kit/screen.tsx';
import { unsaved } from '../kit/unsaved.ts';
import { t, told } from '../../../messages/console/t.ts';

/** All texts at their longest, as Bangla is sent. */
const MAX_BYTES = 1024 * 1024;

export async function loader(args: LoaderFunctionArgs) {
  const { shop } = await servicesFor(args, 'settings');
  const values = { en: shop.pageValues('en'), bn: shop.pageValues('bn') };
  const settings = shop.settings();
  const texts = Object.fromEntries(PAGE_SETTINGS.map((name) => [name, settings[name]])) as PageTexts;
  return { texts, drafts: shop.pageDrafts(), values };
}

/** Saves the texts that are given. */
export const action = actionOf(async (form, args) => {
  const given = PAGE_SETTINGS.filter((name) => form.has(name));
  const typed = Object.fromEntries(given.map((name) => [name, formText(form, name).replaceAll('\r\n', '\n')]));
  const saved = await perform(args, 'settings.set', typed);
  return saved.ok ? { typed, done: t('Saved') } : refuseForm(args, saved, { ...answerTo(saved), typed });
}, MAX_BYTES);

export { keepForm as clientAction } from '../kit/answer.ts';

export default function Pages() {
  const { texts, drafts, values } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const draft = useDraft(texts, usePageAnswer<DraftAnswer<PageSetting>>());
  const unwritten = PAGE_SETTINGS.filter((name) => draft.valueOf(name) === '');
  const field = (name: PageSetting) => (
    <PageField name={name} draft={draft} start={drafts[name]} values={values[SETTINGS[name].lang ?? 'en']} />
  );
  const send = (event: FormEvent): void => {
    event.preventDefault();
    // Others may have changed the rest meanwhile.
    const sent = new FormData();
    sent.set('intent', 'save');
    for (const name of PAGE_SETTINGS) if (draft.valueOf(name) !== texts[name]) sent.set(name, draft.valueOf(name));
    void submit(sent, { method: 'post', encType: 'multipart/form-data' });
  };
  return (
    <SettingsScreen title={t('Pages')}>
      <p className="max-w-prose text-muted">
        {say(
          'An empty line begins a new paragraph, {heading} and a space a heading, {point} and a space a point. Addresses and phone numbers become links. {phone}, {shop}, {when} and {cost} stand for the phone, the name, the days of delivery and its cost, as they are in Settings. Where one language has no text, the other one is shown; a page without any is not.',
          MARKS,
        )}
      </p>
      {unwritten.length > 1 ? (
        <Button
          label={t('Use all drafts')}
          look="quiet"
          onClick={() => unwritten.forEach((name) => draft.change(name, drafts[name]))}
          className="self-start"
        />
      ) : null}
      <PageForm
        encType="multipart/form-data"
        onSubmit={send}
        {...unsaved(draft.changed)}
        className="flex flex-col gap-4"
      >
        {PAGES.map((page) => (
          <Panel
            key={page}
            heading={told(SETTINGS[page].label)}
            mark={
              texts[page] || texts[`${page}Bn`] ? (
                <a href={`/${page}`} className="tap ml-auto text-sm font-semibold text-leaf hover:underline">
                  {t('In the shop')}
                </a>
              ) : null
            }
          >
            <div className="grid items-start gap-4 lg:grid-cols-2">
              {field(page)}
              {field(`${page}Bn`)}
            </div>
          </Panel>
        ))}
        <SaveBar changed={draft.changed}>
          <Button label={t('Save')} className="min-w-32 max-lg:flex-1" />
        </SaveBar>
      </PageForm>
    </SettingsScreen>
  );
}

const MARKS = {
  heading: <code>#</code>,
  point: <code>-</code>,
  phone: <code>{'{phone}'}</code>,
  shop: <code>{'{shop}'}</code>,
  when: <code>{'{when}'}</code>,
  cost: <code>{'{cost}'}</code>,
};

const OVERWRITTEN = t('Somebody has changed this text meanwhile. Save overwrites it.');

interface PageFieldProps {
  name: PageSetting;
  draft: Draft<PageSetting>;
  /** The starting text that is offered while there is none. */
  start: string;
  /** What the settings say. */
  values: Readonly<Record<string, string>>;
}

/** A page's text in one language, and what shoppers will see. */
function PageField({ name, draft, start, values }: PageFieldProps) {
  const { lang, maxLength } = SETTINGS[name];
  const label = told(SETTINGS[name].label);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = draft.valueOf(name);
  const fill = (): void => {
    draft.change(name, start);
    area.current?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Frame label={label} name={name}>
        {(ids) => (
          <textarea
            {...ids}
            ref={area}
            name={name}
            lang={lang}
            rows={text === '' ? 3 : 12}
            maxLength={maxLength}
            value={text}
            onChange={({ currentTarget: { value } }) => draft.change(name, value)}
            className="input resize-y py-2 [font:inherit]"
          />
        )}
      </Frame>
      <Note text={draft.newerOf(name) === null ? undefined : OVERWRITTEN} />
      {text === '' ? (
        <Button
          label={t('Use the draft')}
          look="quiet"
          aria-label={t('Use the draft for {label}', { label })}
          onClick={fill}
          className="self-start"
        />
      ) : (
        <details>
          <summary className="tap text-sm font-semibold text-leaf">{t('Preview')}</summary>
          <div lang={lang} className="rounded-xl bg-ground p-4">
            <PageText text={filledPage(text, values)} />
          </div>
        </details>
      )}
    </div>
  );
}
