import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'intent'> {
  title: string;
  text?: ReactNode;
  /** The names of its buttons, where `Back` and the label would be mistaken. */
  keep?: string;
  confirm?: string;
  /** Why there is nothing to confirm any more. */
  over?: string | null;
  onConfirm: () => void;
  onAsk?: (isOpen: boolean) => void;
}

export function ConfirmButton({ label, title, text, onConfirm, onAsk, ...props }: ConfirmButtonProps) {
  const { keep = 'Back', confirm = label, over = null, ...button } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (): void => {
    dialog.current?.showModal();
    onAsk?.(true);
  };
  return (
    <>
      <Button look="danger" {...button} label={label} onClick={open} />
      <dialog
        ref={dialog}
        aria-label={title}
        onClose={() => onAsk?.(false)}
        className="panel w-[min(28rem,calc(100vw-2rem))] bg-surface p-5 text-ink backdrop:bg-black/50"
      >
        <h2 className="text-lg font-bold">{title}</h2>
        {text && over === null ? <div className="mt-2 text-muted">{text}</div> : null}
        <p role="status" className="mt-2 font-medium empty:hidden">
          {over}
        </p>
        <div className="mt-5 flex justify-end gap-2">
          <Button look="quiet" label={over === null ? keep : 'Close'} onClick={() => dialog.current?.close()} />
          {over === null ? (
            <Button
              look="danger"
              label={confirm}
              onClick={() => {
                dialog.current?.close();
                onConfirm();
              }}
            />
          ) : null}
        </div>
      </dialog>
    </>
  );
}
