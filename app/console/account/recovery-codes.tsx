import { useEffect, useRef } from 'react';
import { Button } from '../components/button.tsx';
import { toastError, toastSuccess } from '../../state/toasts.ts';

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toastSuccess('The codes were copied.');
    } catch {
      // Also without HTTPS, where browsers have no clipboard.
      toastError('This browser does not copy here. Use Download.');
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        Your recovery codes
      </h3>
      <p className="text-muted">
        Each opens the console once, when your phone is gone. Keep them somewhere else: they are shown only now.
      </p>
      <ul className="flex flex-col gap-y-1 rounded-xl bg-sunken p-3 font-mono text-sm sm:text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" label="Copy" onClick={() => void copy()} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className="btn btn-quiet"
        >
          Download
        </a>
        <Button label="I have kept them" onClick={onKept} />
      </div>
    </div>
  );
}
