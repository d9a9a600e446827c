import { useState } from 'react';
import { useFetcher } from 'react-router';
import { type Answer, useAnswerToast } from '../state/answer.ts';

export function OrderMails({ on }: { on: boolean }) {
  const fetcher = useFetcher<Answer>();
  useAnswerToast(fetcher);
  // The fetcher knows what it sends only after the event, and the box would spring back.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const save = async (checked: boolean): Promise<void> => {
    setWanted(checked);
    await fetcher.submit({ intent: 'mails', on: checked ? 'yes' : 'no' }, { method: 'post' });
    setWanted(null);
  };
  return (
    <label className="tap gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-leaf"
        checked={wanted ?? on}
        onChange={({ currentTarget: { checked } }) => void save(checked)}
      />
      Mail me about new orders
    </label>
  );
}
