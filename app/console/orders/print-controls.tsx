import Printer from 'virtual:icons/printer';
import { useStored } from '../../state/local-storage.ts';
import { isPaper, paper, PAPERS } from '../state/paper.ts';

export function PrintControls() {
  const chosen = useStored(paper);
  return (
    <div className="flex items-center gap-2">
      <select
        aria-label="Paper"
        value={chosen}
        className="input w-auto"
        onChange={({ target }) => {
          if (isPaper(target.value)) paper.set(target.value);
        }}
      >
        {Object.entries(PAPERS).map(([value, text]) => (
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
