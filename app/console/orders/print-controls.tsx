import { useFetcher } from 'react-router';
import Printer from 'virtual:icons/printer';
import { useStored } from '../../state/local-storage.ts';
import { StoredBox } from '../components/stored-box.tsx';
import { isPaper, paper, PAPERS, slipPrices } from '../state/paper.ts';

interface PrintControlsProps {
  /** Of the orders whose slips are printed; they are marked as printed. */
  ids: readonly string[];
  onPrint?: () => void;
}

export function PrintControls({ ids, onPrint }: PrintControlsProps) {
  const chosen = useStored(paper);
  const fetcher = useFetcher();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StoredBox stored={slipPrices} label="With prices" />
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
      <button
        type="button"
        className="btn btn-quiet"
        onClick={() => {
          onPrint?.();
          void fetcher.submit({ ids: ids.join() }, { method: 'post', action: '/orders/slips' });
          print();
        }}
      >
        <Printer className="size-5" />
        Print
      </button>
    </div>
  );
}
