import type { Staff } from '../context.ts';
import type { ActionFunctionArgs } from 'react-router';
import { type AreaRow, areaFaultText, MAX_AREAS_BYTES } from '../../../domain/shop/read-areas.ts';
import { formText, refuseForm } from '../../context.ts';
import { readForm } from '../files/read-form.ts';
import type { RowsAnswer } from '../rows/use-rows.ts';
import { conflictOf, typedRows } from '../rows/typed-rows.ts';

const FIELDS = ['name', 'nameBn', 'fee', 'freeFrom', 'minimum'] as const;
const DONE = { save: 'Saved.', load: 'Loaded.', import: 'Imported.' } as const;

/** Saves the form as it is; with the ready list as well; or what an imported file has instead of all. */
export async function saveAreas(args: ActionFunctionArgs, { by, services }: Staff) {
  const refuse = (status: number, answer: RowsAnswer) => refuseForm(args, { status }, answer);
  const { areas } = services.shop;
  const form = await readForm(args.request, MAX_AREAS_BYTES);
  if (typeof form === 'string') return refuse(413, { error: 'That is too much, or no form.' });
  const intent = intentOf(formText(form, 'intent'));
  const file = form.get('file');
  let rows: AreaRow[] | string = typedRows(form, FIELDS, 'delivers').map((value, at) => ({ row: at + 1, value }));
  if (intent === 'import')
    rows = file instanceof File ? areas.ofFile(new Uint8Array(await file.arrayBuffer())) : 'Choose a file.';
  if (typeof rows === 'string') return refuse(422, { error: rows });
  if (intent === 'load') {
    const known = new Set(form.getAll('id'));
    const ready = await areas.ready();
    rows.push(...ready.filter(({ id }) => !known.has(id)).map((value, at) => ({ row: known.size + at + 1, value })));
  }
  const outcome = await areas.change(rows, by, intent === 'import' ? undefined : formText(form, 'version'));
  switch (outcome.kind) {
    case 'conflict':
      return refuse(409, conflictOf('areas'));
    case 'refused': {
      const texts = outcome.faults.slice(0, 10).map(areaFaultText);
      if (intent === 'import') return refuse(422, { error: `Nothing was imported. ${texts.join(' ')}` });
      const faults = outcome.faults.map(({ row, property, sentence }) => ({
        row: row - 1,
        field: property,
        reason: sentence,
      }));
      return refuse(422, { error: `Nothing was saved. ${texts.join(' ')}`, faults });
    }
    case 'changed': {
      const { added, changed, removed } = outcome;
      return { done: `${DONE[intent]} ${added} added, ${changed} changed, ${removed} removed.` } satisfies RowsAnswer;
    }
  }
}

function intentOf(text: string): keyof typeof DONE {
  return text === 'load' || text === 'import' ? text : 'save';
}
