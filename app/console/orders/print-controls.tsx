import Printer from 'virtual:icons/printer';
import { useStored } from '../../state/local-storage.ts';
import { type Paper, paper, PAPERS } from '../state/paper.ts';

const CHOICES = Object.entries(PAPERS) as [Paper, string][];

export function PrintControls() {
  const chosen = useStored(paper);
  return (
    <div className="flex items-center gap-2">
      <select
        aria-label="Paper"
        value={chosen}
        className="input w-auto"
        onChange={({ target }) => {
          const found = CHOICES.find(([value]) => value === target.value);
          if (found) paper.set(found[0]);
        }}
      >
        {CHOICES.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <button type="button" className="btn btn-quiet" onClick={() => print()}>
        <Printer className="size-5" />
        Print
      </button>
    </div>
  );
}
