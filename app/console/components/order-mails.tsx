import { useFetcher } from 'react-router';
import { type Answer, useAnswerToast } from '../state/answer.ts';

/** Whether this operator is mailed about new orders; saved at once. */
export function OrderMails({ on }: { on: boolean }) {
  const fetcher = useFetcher<Answer>();
  useAnswerToast(fetcher);
  const wanted = fetcher.formData?.get('on');
  return (
    <label className="tap gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-leaf"
        checked={wanted === undefined ? on : wanted === 'yes'}
        onChange={({ currentTarget: { checked } }) =>
          void fetcher.submit({ intent: 'mails', on: checked ? 'yes' : 'no' }, { method: 'post' })
        }
      />
      Mail me about new orders
    </label>
  );
}
