import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useFetcher, useLoaderData } from 'react-router';
import { type Area, areaFinder } from '../../../domain/shop/areas.ts';
import { feeOf } from '../../../domain/shop/settings.ts';
import { servicesOf } from '../../context.ts';
import { AREA_COLUMNS, AREA_LABELS, AreaRow } from '../areas/area-row.tsx';
import { type AreasAnswer, saveAreas } from '../areas/save-areas.ts';
import { Button } from '../components/button.tsx';
import { Columns } from '../components/columns.tsx';
import { Empty } from '../components/empty.tsx';
import { FileField } from '../components/file-field.tsx';
import { operatorAction } from '../operator-action.ts';
import { SettingsScreen } from '../settings/settings-screen.tsx';
import { keepForm, reloadRefused, useAnswerToast } from '../state/answer.ts';

export function loader(args: LoaderFunctionArgs) {
  const { areas, settings } = servicesOf(args).shop;
  return { areas: areas.get(), version: areas.version(), usual: feeOf(settings()) };
}

export const action = operatorAction(saveAreas);
export const clientAction = keepForm;
export const shouldRevalidate = reloadRefused;

interface Row {
  key: string;
  area: Area | null;
}

export default function Areas() {
  const { areas, version, usual } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<AreasAnswer>();
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  useAnswerToast({ state: fetcher.state, data: answer?.done ? answer : undefined });
  const rowsOf = (): Row[] => areas.map((area) => ({ key: `${version} ${area.id}`, area }));
  const [rows, setRows] = useState(rowsOf);
  /** The list that the rows were made of. */
  const [base, setBase] = useState(version);
  const [edited, setEdited] = useState(false);
  const [seen, setSeen] = useState(answer);
  const [faults, setFaults] = useState<AreasAnswer['faults']>({});
  const [search, setSearch] = useState('');
  if (answer && answer !== seen) {
    setSeen(answer);
    setFaults(answer.faults ?? {});
    if (answer.faults) setSearch('');
    if (answer.conflict) setBase(version);
    if (answer.done) setEdited(false);
  }
  // What is typed stays, whatever others save.
  if (version !== base && !edited) {
    setBase(version);
    setRows(rowsOf());
  }
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.faults) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);

  const change = (next: Row[]): void => {
    setEdited(true);
    setFaults({});
    setRows(next);
  };
  const load = (): void => {
    const sent = new FormData(form.current ?? undefined);
    sent.set('intent', 'load');
    void fetcher.submit(sent, { method: 'post' });
  };
  const finder = useMemo(() => areaFinder(rows.flatMap(({ area }) => area ?? [])), [rows]);
  const found = new Set(finder.find(search));
  const busy = fetcher.state !== 'idle';
  return (
    <SettingsScreen title="Areas">
      <p className="max-w-prose text-sm text-muted">
        Without areas the shop delivers everywhere for the fee in Settings. With areas a shopper has to choose one that
        it delivers to. An amount that is left empty is that of Settings. <q>Load areas of Dhaka</q> adds those of Dhaka
        and Chattogram at once, with their names in Bangla: then remove what is too far.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" label="Load areas of Dhaka" disabled={busy} onClick={load} />
        <a href="/operator/areas/export" download className="btn btn-quiet">
          Export
        </a>
      </div>
      <ImportForm fetcher={fetcher} />
      {rows.length > 8 ? (
        <input
          type="search"
          aria-label="Find an area"
          placeholder="Find an area"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          autoComplete="off"
          className="input max-w-md"
        />
      ) : null}
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        onChange={() => setEdited(true)}
        className="flex flex-col gap-3"
      >
        <input type="hidden" name="version" value={base} />
        {rows.length === 0 ? (
          <Empty>There is no area: the shop delivers everywhere.</Empty>
        ) : (
          <div className="panel">
            <Columns names={Object.values(AREA_LABELS)} className={`px-4 lg:grid ${AREA_COLUMNS}`} />
            <ul className="rows" aria-label="Areas">
              {rows.map(({ key, area }, at) => (
                <AreaRow
                  key={key}
                  area={area}
                  at={at}
                  usual={usual}
                  hidden={area !== null && !found.has(area)}
                  errorOf={(property) => faults?.[`${at} ${property}`]}
                  onRemove={() => change(rows.filter((row) => row.key !== key))}
                />
              ))}
            </ul>
          </div>
        )}
        <div className="panel sticky bottom-16 z-10 flex flex-wrap gap-2 p-2 lg:bottom-2">
          {answer?.error ? (
            <p role="alert" className="max-h-40 w-full overflow-y-auto px-1 font-medium break-words text-danger">
              {answer.error}
            </p>
          ) : null}
          <Button label="Save" look={edited ? 'primary' : 'quiet'} disabled={busy} className="min-w-32" />
          <Button
            look="quiet"
            label="Add area"
            onClick={() => change([...rows, { key: `new ${rows.length} ${performance.now()}`, area: null }])}
          />
        </div>
      </fetcher.Form>
    </SettingsScreen>
  );
}

/** `Import` without a file asks for one, and sends what is chosen then. */
function ImportForm({ fetcher }: { fetcher: ReturnType<typeof useFetcher<AreasAnswer>> }) {
  const asked = useRef(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const input = event.currentTarget.elements.namedItem('file');
    if (!(input instanceof HTMLInputElement) || input.files?.length) return;
    event.preventDefault();
    asked.current = true;
    input.click();
  };
  return (
    <fetcher.Form
      method="post"
      encType="multipart/form-data"
      onSubmit={submit}
      onChange={({ currentTarget }) => {
        if (asked.current) currentTarget.requestSubmit();
        asked.current = false;
      }}
      className="panel flex flex-wrap items-end gap-2 p-3"
    >
      <input type="hidden" name="intent" value="import" />
      <div className="min-w-0 flex-1 basis-56">
        <FileField label="File of areas (CSV), in place of these" name="file" accept=".csv,text/csv" error={null} />
      </div>
      <Button look="quiet" label="Import" disabled={fetcher.state !== 'idle'} />
    </fetcher.Form>
  );
}
