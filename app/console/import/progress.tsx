import { grouped } from '../components/grouped.ts';

interface ProgressProps {
  label: string;
  done: number;
  total: number;
  /** What is counted: 'rows'. Without it only the share is shown. */
  unit?: string | undefined;
}

export function Progress({ label, done, total, unit }: ProgressProps) {
  const percent = total > 0 ? Math.floor((100 * Math.min(done, total)) / total) : 0;
  const text = unit ? `${grouped(done)} of ${grouped(total)} ${unit}` : `${percent} %`;
  return (
    <div className="flex flex-col gap-1">
      <p aria-hidden className="flex justify-between gap-3 text-sm">
        <span className="font-medium">{label}</span>
        <span className="text-muted figures">{text}</span>
      </p>
      <progress
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  );
}
