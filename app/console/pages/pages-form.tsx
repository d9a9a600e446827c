import { type FormEvent, useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { PAGE_SETTINGS, PAGES, type PageSetting, type PageTexts } from '../../../domain/shop/pages.ts';
import { focusField } from '../../components/field.tsx';
import { Button } from '../components/button.tsx';
import { Panel } from '../components/panel.tsx';
import { useAnswerToast } from '../state/answer.ts';
import { type DraftAnswer, useDraft } from '../state/draft.ts';
import { PageField } from './page-field.tsx';

export interface PagesAnswer extends DraftAnswer<PageSetting> {
  errors?: Partial<Record<PageSetting, string>>;
}

interface PagesFormProps {
  texts: PageTexts;
  drafts: PageTexts;
  /** The answer of the page itself, when it came without scripts. */
  pageAnswer: PagesAnswer | undefined;
}

export function PagesForm({ texts, drafts, pageAnswer }: PagesFormProps) {
  const fetcher = useFetcher<PagesAnswer>();
  useAnswerToast(fetcher);
  const form = useRef<HTMLFormElement>(null);
  const answer = fetcher.state === 'idle' ? (fetcher.data ?? pageAnswer) : undefined;
  const draft = useDraft(texts, answer, form);
  useEffect(() => {
    const [bad] = Object.keys(answer?.errors ?? {});
    if (bad) focusField(form.current, bad);
  }, [answer]);

  const unwritten = PAGE_SETTINGS.filter((name) => draft.valueOf(name) === '');
  const field = (name: PageSetting) => (
    <PageField name={name} draft={draft} start={drafts[name]} error={answer?.errors?.[name]} />
  );
  const send = (event: FormEvent): void => {
    event.preventDefault();
    // Others may have changed the rest meanwhile.
    const sent = new FormData();
    sent.set('intent', 'save');
    for (const name of PAGE_SETTINGS) if (draft.valueOf(name) !== texts[name]) sent.set(name, draft.valueOf(name));
    void fetcher.submit(sent, { method: 'post', encType: 'multipart/form-data' });
  };
  return (
    <fetcher.Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={send}
      className="flex flex-col gap-4"
    >
      {PAGES.map((page) => (
        <Panel
          key={page}
          heading={`/${page}`}
          mark={
            texts[page] || texts[`${page}Bn`] ? (
              <a href={`/${page}`} className="tap ml-auto text-sm font-medium text-leaf hover:underline">
                In the shop
              </a>
            ) : null
          }
        >
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {field(page)}
            {field(`${page}Bn`)}
          </div>
        </Panel>
      ))}
      <div className="sticky bottom-20 z-10 flex justify-end gap-2 lg:bottom-4">
        {unwritten.length > 1 ? (
          <Button
            label="Use all drafts"
            look="quiet"
            onClick={() => unwritten.forEach((name) => draft.change(name, drafts[name]))}
          />
        ) : null}
        <Button label="Save" look={draft.changed ? 'primary' : 'quiet'} className="min-w-32" />
      </div>
    </fetcher.Form>
  );
}
