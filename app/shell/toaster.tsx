import { DISMISS, UNDO, NO_CONNECTION } from '#messages';
import CircleAlert from 'virtual:icons/circle-alert';
import CircleCheck from 'virtual:icons/circle-check';
import X from 'virtual:icons/x';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType, useNavigation } from 'react-router';
import { closeToast, type Toast, toast } from '../state/toasts.ts';
import WifiOff from 'virtual:icons/wifi-off';
import { connection } from '../state/network/connection.ts';
import { documentComing } from '../state/network/other-document.ts';

/** The message after an action, above the bars of the bottom edge: role `status` for success, `alert` for failure. */
export function Toaster({ className }: { className: string }) {
  useCloseOnNavigation();
  const shown = toast.use();
  return (
    <div
      className={`pointer-events-none fixed inset-x-0 flex flex-col items-center gap-2 px-4 lg:items-end lg:px-6 ${className}`}
    >
      <ConnectionNotice />
      {shown ? <Message key={shown.id} {...shown} /> : null}
    </div>
  );
}

function Message({ id, kind, text, undo, button = UNDO }: Toast) {
  const isError = kind === 'error';
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <div
      className={`panel flex w-full max-w-md items-center gap-3 py-1 pr-1 pl-4 [box-shadow:0_8px_20px_#0003] motion-safe:animate-[toast_160ms_ease-out] ${isError ? 'border-danger' : 'border-leaf'}`}
    >
      <Icon className={`size-5 shrink-0 ${isError ? 'text-danger' : 'text-leaf'}`} />
      <p role={isError ? 'alert' : 'status'} className="flex-1 font-semibold">
        {text}
      </p>
      {undo ? (
        <button
          type="button"
          className="pointer-events-auto tap px-2 font-semibold text-leaf underline underline-offset-4"
          onClick={() => {
            closeToast(id);
            undo();
          }}
        >
          {button}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={DISMISS}
        className="pointer-events-auto tap shrink-0 justify-center rounded-xl hover:bg-sunken"
        onClick={() => closeToast(id)}
      >
        <X className="size-5" />
      </button>
    </div>
  );
}

/** A navigation closes what was shown before the press that caused it. What the shop said after that press stays. */
function useCloseOnNavigation(): void {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shown = useRef(toast.get());
  useEffect(() => {
    const onClick = (): void => {
      shown.current = toast.get();
    };
    addEventListener('click', onClick, true);
    return () => removeEventListener('click', onClick, true);
  }, []);
  useEffect(() => {
    if (isBack || toast.get() === shown.current) toast.set(null);
  }, [key, isBack]);
}

function ConnectionNotice() {
  const lost = connection.useLost();
  const loading = useNavigation().state === 'loading';
  const coming = documentComing.use() || loading;
  return lost && coming ? (
    <div className="panel flex w-full max-w-md items-center gap-3 border-clay px-4 py-3 [box-shadow:0_8px_20px_#0003]">
      <WifiOff className="size-5 shrink-0 text-clay" />
      <p role="status" className="flex-1 font-semibold">
        {NO_CONNECTION}
      </p>
    </div>
  ) : null;
}
