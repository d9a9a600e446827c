import type { ActionFunctionArgs } from 'react-router';
import { readBytes } from '../../../base/read-bytes.ts';
import { type AreaRow, areaFaultText, MAX_AREAS_BYTES } from '../../../domain/shop/read-areas.ts';
import { formText, refuseForm, servicesOf } from '../../context.ts';
import type { Answer } from '../state/answer.ts';

export interface AreasAnswer extends Answer {
  /** By the place of the row and the property: '3 fee'. */
  faults?: Readonly<Record<string, string>>;
  /** Others have changed the areas. */
  conflict?: true;
}

const DONE = { save: 'Saved.', load: 'Loaded.', import: 'Imported.' } as const;

/** Saves the form as it is; with the ready list as well; or what an imported file has instead of all. */
export async function saveAreas(args: ActionFunctionArgs, by: string) {
  const refuse = (status: number, answer: AreasAnswer) => refuseForm(args, { status }, answer);
  const { areas } = servicesOf(args).shop;
  const form = await readForm(args.request);
  if (!form) return refuse(413, { error: 'That is too much, or no form.' });
  const intent = intentOf(formText(form, 'intent'));
  const file = form.get('file');
  let rows: AreaRow[] | string = typedRows(form);
  if (intent === 'import') rows = file instanceof File ? areas.ofFile(await readFile(file)) : 'Choose a file.';
  if (typeof rows === 'string') return refuse(422, { error: rows });
  if (intent === 'load') {
    const known = new Set(form.getAll('id'));
    const ready = await areas.ready();
    rows.push(...ready.filter(({ id }) => !known.has(id)).map((value, at) => ({ row: known.size + at + 1, value })));
  }
  const outcome = await areas.change(rows, by, intent === 'import' ? undefined : formText(form, 'version'));
  switch (outcome.kind) {
    case 'conflict':
      return refuse(409, {
        conflict: true,
        error: 'Somebody else has changed the areas meanwhile. Press the button again to keep yours instead.',
      });
    case 'refused': {
      const texts = outcome.faults.slice(0, 10).map(areaFaultText);
      if (intent === 'import') return refuse(422, { error: `Nothing was imported. ${texts.join(' ')}` });
      const faults = outcome.faults.map(({ row, property, sentence }) => [`${row - 1} ${property}`, sentence]);
      return refuse(422, { error: `Nothing was saved. ${texts.join(' ')}`, faults: Object.fromEntries(faults) });
    }
    case 'changed': {
      const { added, changed, removed } = outcome;
      return { done: `${DONE[intent]} ${added} added, ${changed} changed, ${removed} removed.` } satisfies AreasAnswer;
    }
  }
}

function intentOf(text: string): keyof typeof DONE {
  return text === 'load' || text === 'import' ? text : 'save';
}

/** Nobody has limited the body before: see server/http/bodies.ts. */
async function readForm(request: Request): Promise<FormData | null> {
  const bytes = await readBytes(request, MAX_AREAS_BYTES);
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  return bytes && new Response(bytes, { headers }).formData().catch(() => null);
}

async function readFile(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

function typedRows(form: FormData): AreaRow[] {
  const all = (name: string) => form.getAll(name);
  const delivers = new Set(all('delivers'));
  const [nameBn, fee, freeFrom, minimum, id] = ['nameBn', 'fee', 'freeFrom', 'minimum', 'id'].map(all);
  return all('name').map((name, at) => ({
    row: at + 1,
    value: {
      id: id?.[at],
      name,
      nameBn: nameBn?.[at],
      fee: fee?.[at],
      freeFrom: freeFrom?.[at],
      minimum: minimum?.[at],
      delivers: delivers.has(String(at)),
    },
  }));
}
