import { type Stored, useStored } from '../../state/local-storage.ts';

/** A choice that this browser remembers. */
export function StoredBox({
  stored,
  label,
  onChange,
}: {
  stored: Stored<boolean>;
  label: string;
  onChange?: () => void;
}) {
  const on = useStored(stored);
  return (
    <label className="tap gap-2 whitespace-nowrap">
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="size-5 accent-leaf"
        checked={on}
        onChange={({ target }) => {
          stored.set(target.checked);
          onChange?.();
        }}
      />
      {label}
    </label>
  );
}
