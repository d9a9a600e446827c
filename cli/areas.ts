import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../base/error-code.ts';
import type { Area } from '../domain/shop/areas.ts';
import { areaFaultText, areasCsv, readAreas } from '../domain/shop/read-areas.ts';
import { areasOfFile } from '../server/shop/areas-file.ts';
import { objectOf } from './client.ts';
import { type Call, type CommandGroup, print } from './command.ts';
import { Failure, reasonOf } from './failure.ts';
import { countOf } from './wording.ts';

const answer = objectOf<{ areas: readonly Area[] }>();

export const AREA_COMMANDS: CommandGroup = {
  name: 'areas',
  summary: 'Where the shop delivers, and for how much.',
  commands: [
    {
      name: 'areas import <FILE>',
      summary: 'make a CSV file the list of areas; with a bad row nothing changes',
      details:
        'Columns: id, name, name_bn, fee, free_from, minimum, delivers, aliases. Only name has to be there. An empty amount is that of the settings.',
      examples: { 'areas import areas.csv': 'what stands in no row is no area any more' },
      run: importAreas,
    },
    {
      name: 'areas export',
      summary: 'print the areas in the form that import reads',
      examples: { 'areas export > areas.csv': 'to edit them', 'areas export --json': 'for a script' },
      async run(call) {
        const given = await call.shop().call('/areas', answer);
        print(call, given, () => areasCsv(given.areas));
      },
    },
  ],
};

async function importAreas(call: Call): Promise<void> {
  const [name = ''] = call.args;
  const bytes = await readFile(path.resolve(call.terminal.directory, name)).catch((error: unknown) => {
    throw new Failure(
      codeOf(error) === 'ENOENT' ? `there is no file ${name}` : `${name} cannot be read: ${reasonOf(error)}`,
    );
  });
  const rows = areasOfFile(bytes);
  if (typeof rows === 'string') throw new Failure(`nothing was imported: ${rows}`);
  const read = readAreas(rows);
  if (!read.ok) throw new Failure(`nothing was imported: ${read.faults.map(areaFaultText).join(' ')}`);
  const given = await call.shop().call('/areas', answer, { method: 'PUT', json: read });
  print(call, given, () => `The shop has ${countOf(given.areas.length, 'area')}.\n`);
}
