import { useRef } from 'react';
import { useFetcher } from 'react-router';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { Field } from '../../components/field.tsx';
import { Button } from '../components/button.tsx';
import { useRootData } from '../state/root-data.ts';

/** For an order that was delivered or canceled by mistake. */
export function SetBack({ id }: { id: string }) {
  const fetcher = useFetcher();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = `Set order ${shortOrderId(id)} back to pending?`;
  const mails = useRootData()?.mailsToFiles ? '' : ', and gets a mail';
  return (
    <>
      <Button look="quiet" label="Set back to pending" onClick={() => dialog.current?.showModal()} />
      <dialog
        ref={dialog}
        aria-label={title}
        className="panel w-[min(28rem,calc(100vw-2rem))] bg-surface p-5 text-ink backdrop:bg-black/50"
      >
        <fetcher.Form method="post" className="flex flex-col gap-3" onSubmit={() => dialog.current?.close()}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="intent" value="set-back" />
          <h2 className="text-lg font-bold">{title}</h2>
          <p className="text-muted">
            The customer sees that it is open again{mails}. What was collected counts no more. The reason is for the
            shop alone.
          </p>
          <Field label="Reason" name="reason" required maxLength={200} autoComplete="off" />
          <div className="mt-2 flex justify-end gap-2">
            <Button look="quiet" label="Back" onClick={() => dialog.current?.close()} />
            <Button label="Set back" />
          </div>
        </fetcher.Form>
      </dialog>
    </>
  );
}
