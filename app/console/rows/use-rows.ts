import { useMemo, useState } from 'react';
import { useActionData, useFetcher } from 'react-router';
import { type Answer, useAnswerToast } from '../state/answer.ts';

export interface Listed {
  id: string;
  name: string;
}

export interface RowFault {
  /** Its place in the form, from 0. */
  row: number;
  field: string | null;
  reason: string;
}

export interface RowsAnswer extends Answer {
  faults?: readonly RowFault[];
  /** Somebody else has changed the list: the next save overwrites that. */
  conflict?: true;
}

interface Row<T> {
  key: string;
  /** Null for a new one. */
  stored: T | null;
}

export type Rows<T extends Listed> = ReturnType<typeof useRows<T>>;

/** A list that is edited as a whole: until it is saved it does not follow what others change. The fields themselves have what is typed. */
export function useRows<T extends Listed>(list: readonly T[], version: string) {
  const fetcher = useFetcher<RowsAnswer>();
  const pageAnswer = useActionData<RowsAnswer>();
  const busy = fetcher.state !== 'idle';
  const answer = busy ? undefined : (fetcher.data ?? pageAnswer);
  useAnswerToast({ state: fetcher.state, data: answer?.done ? answer : undefined });
  const followed = useMemo(
    () => list.map((stored): Row<T> => ({ key: `${version} ${stored.id}`, stored })),
    [list, version],
  );
  const [edited, setEdited] = useState<{ rows: Row<T>[]; version: string } | null>(null);
  const [added, setAdded] = useState(0);
  const [seen, setSeen] = useState<RowsAnswer>();
  const [faults, setFaults] = useState<readonly RowFault[]>([]);
  if (answer && answer !== seen) {
    setSeen(answer);
    setFaults(answer.faults ?? []);
    if (answer.done) setEdited(null);
    else if (answer.conflict && edited) setEdited({ ...edited, version });
  }
  const now = edited ?? { rows: followed, version };
  const change = (rows: Row<T>[]): void => {
    setFaults([]);
    setEdited({ ...now, rows });
  };
  return {
    ...now,
    fetcher,
    busy,
    answer,
    faults,
    faultOf: (at: number, of: string) => faults.find(({ row, field }) => row === at && field === of)?.reason,
    edited: edited !== null,
    /** What is typed stays from now on. */
    hold: () => setEdited(now),
    add() {
      setAdded(added + 1);
      change([...now.rows, { key: `new ${added}`, stored: null }]);
    },
    remove: (at: number) => change(now.rows.toSpliced(at, 1)),
    move: (at: number, by: -1 | 1) =>
      change(now.rows.toSpliced(at, 1).toSpliced(at + by, 0, ...now.rows.slice(at, at + 1))),
  };
}
