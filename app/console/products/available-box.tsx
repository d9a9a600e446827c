import type { Draft } from '../state/draft.ts';

export function AvailableBox({ draft }: { draft: Draft }) {
  return (
    <label className="tap gap-2.5 font-medium">
      <input
        type="checkbox"
        name="available"
        value="yes"
        checked={draft.valueOf('available') === 'yes'}
        onChange={(event) => draft.change('available', event.currentTarget.checked ? 'yes' : 'no')}
        className="size-5 shrink-0 accent-leaf"
      />
      Available
    </label>
  );
}
