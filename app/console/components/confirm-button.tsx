import { type ReactNode, useRef } from 'react';

interface ConfirmButtonProps {
  label: string;
  title: string;
  text?: ReactNode;
  className?: string;
  disabled?: boolean;
  onConfirm: () => void;
}

export function ConfirmButton({ label, title, text, className, disabled, onConfirm }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className={className ?? 'btn btn-danger'}
        disabled={disabled}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </button>
      <dialog
        ref={dialog}
        aria-label={title}
        className="panel w-[min(28rem,calc(100vw-2rem))] bg-surface p-5 text-ink backdrop:bg-black/50"
      >
        <h2 className="text-lg font-bold">{title}</h2>
        {text ? <div className="mt-2 text-muted">{text}</div> : null}
        <div className="mt-5 flex justify-end gap-2">
          <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
            Back
          </button>
          <button
            type="button"
            className="btn btn-danger"
            onClick={() => {
              dialog.current?.close();
              onConfirm();
            }}
          >
            {label}
          </button>
        </div>
      </dialog>
    </>
  );
}
