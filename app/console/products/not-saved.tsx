import { useEffect } from 'react';
import { Link, useFetcher } from 'react-router';
import { Button, ConfirmButton, useKeepFocus } from '../kit/form.tsx';
import type { DraftAnswer } from '../kit/fields.tsx';
import { formsOf, throwAway, useKeptDrafts } from './kept-drafts.ts';
import { t } from '../../../messages/console/t.ts';

/**
 * What is not saved yet of all products, also of those that are not on the screen. `shown`: the ids of those that are.
 * `stays`: at the end of a list, where it stays in sight.
 */
export function NotSaved({ shown, stays = false }: { shown?: readonly string[]; stays?: boolean }) {
  const drafts = useKeptDrafts();
  const all = useFetcher<DraftAnswer>();
  const count = Object.keys(drafts).length;
  useKeepFocus(null, count);
  const answer = all.state === 'idle' ? all.data : undefined;
  useEffect(() => {
    if (!answer?.rows) return;
    const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);
    const wrong = find('[aria-invalid=true]') ?? find('li:has([role=alert]) input:not([type=hidden])');
    wrong?.scrollIntoView({ block: 'center' });
    wrong?.focus({ preventScroll: true });
  }, [answer]);
  if (count === 0) return null;
  const elsewhere = Object.entries(drafts).filter(([id, { refused }]) => refused && !shown?.includes(id));
  return (
    <section
      aria-label={t('Not saved')}
      className={stays ? 'bottom-bar' : 'panel mb-4 flex flex-wrap items-center gap-2 p-2 print:hidden'}
    >
      {elsewhere.length > 0 ? (
        <ul className="max-h-32 w-full overflow-y-auto px-2 text-sm">
          {elsewhere.map(([id, { name, refused }]) => (
            <li key={id} className="wrap-anywhere">
              <Link to={`/products?q=${encodeURIComponent(name)}`} className="tap font-semibold text-leaf underline">
                {name}
              </Link>{' '}
              <span className="text-danger">{refused?.faults?.[0]?.message ?? refused?.error}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mr-auto font-semibold whitespace-nowrap figures">{t('{count} not saved', { count })}</p>
      <ConfirmButton
        look="quiet"
        label={t('Throw away')}
        title={t('Throw away what is not saved of {n} product?|Throw away what is not saved of {n} products?', {
          n: count,
        })}
        onConfirm={() => throwAway(Object.keys(drafts))}
      />
      {count === 1 && shown?.some((id) => id in drafts) ? null : (
        <Button
          look={stays ? 'primary' : 'soft'}
          label={t('Save all')}
          disabled={all.state !== 'idle'}
          onClick={() =>
            void all.submit({ rows: JSON.stringify(formsOf(drafts)) }, { method: 'post', action: '/products?index' })
          }
        />
      )}
    </section>
  );
}
