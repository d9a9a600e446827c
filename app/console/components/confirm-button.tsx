import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'intent'> {
  title: string;
  text?: ReactNode;
  onConfirm: () => void;
}

export function ConfirmButton({ label, title, text, onConfirm, ...button }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button look="danger" {...button} label={label} onClick={() => dialog.current?.showModal()} />
      <dialog
        ref={dialog}
        aria-label={title}
        className="panel w-[min(28rem,calc(100vw-2rem))] bg-surface p-5 text-ink backdrop:bg-black/50"
      >
        <h2 className="text-lg font-bold">{title}</h2>
        {text ? <div className="mt-2 text-muted">{text}</div> : null}
        <div className="mt-5 flex justify-end gap-2">
          <Button look="quiet" label="Back" onClick={() => dialog.current?.close()} />
          <Button
            look="danger"
            label={label}
            onClick={() => {
              dialog.current?.close();
              onConfirm();
            }}
          />
        </div>
      </dialog>
    </>
  );
}
