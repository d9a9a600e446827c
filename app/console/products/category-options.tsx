import { useRootData } from '../state/root-data.ts';

export function CategoryOptions() {
  return useRootData()?.categories.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
