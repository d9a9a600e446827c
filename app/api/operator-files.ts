/** What of the operator's API is no operation: files, pictures, lines of JSON, backups. */
import { CATALOGUE_COLUMNS } from '../../domain/catalogue/product-columns.ts';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import { refused } from '../../domain/outcome.ts';
import { restoreRefusal } from '../../domain/shop/restore.ts';
import { readBytes } from '../../base/bytes.ts';
import { operationsContext } from '../context.ts';
import { backupFile, listResponse, NDJSON, restoreAnswer } from '../stream-answers.ts';
import { answerWith, type EndpointArgs, refusal } from './endpoint.ts';
import { openApi } from './openapi.ts';

export interface FileRoute {
  name: string;
  path: `${'GET' | 'POST' | 'PUT'} ${string}`;
  summary: string;
  /** Its parameters, and what each is. */
  query?: Readonly<Record<string, string>>;
  /** Media types of the body, if it has one. */
  takes?: readonly string[];
  /** The media type of a good answer, if it is not JSON. */
  gives?: string;
  answer(args: EndpointArgs): Promise<Response> | Response;
}

const FILE = 'application/octet-stream';

const typeOf = ({ headers }: Request) => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

const wrongType = (detail: string): Response => refusal(refused(415, { code: 'malformed', detail }));

export const FILE_ROUTES: readonly FileRoute[] = [
  {
    name: 'api.describe',
    path: 'GET openapi.json',
    summary: 'This description of the API: OpenAPI 3.1.',
    answer: ({ context }) => Response.json(openApi(context.get(operationsContext), FILE_ROUTES)),
  },
  {
    name: 'products.export',
    path: 'GET products',
    gives: NDJSON,
    summary: 'The whole catalogue in its order: one row of the catalogue file as JSON on each line.',
    answer: ({ services }) => listResponse(services.catalogue.rows(), CATALOGUE_COLUMNS),
  },
  {
    name: 'pictures.store',
    path: 'POST pictures',
    takes: ['image/*'],
    summary: "Stores a product's picture, the body, and answers its `imgUrl`.",
    async answer({ services: { images }, request }) {
      return answerWith(await images.storeProduct(await readBytes(request, MAX_PICTURE_BYTES)));
    },
  },
  {
    name: 'settings.logo',
    path: 'PUT logo',
    takes: ['image/*'],
    summary: "Takes the body as the shop's logo. `PATCH settings` with an empty `logo` removes it.",
    async answer({ services: { shop }, request }) {
      const stored = await shop.changeLogo(request, 'operator');
      return stored.ok ? Response.json({ logo: stored.value.imgUrl }) : refusal(stored);
    },
  },
  {
    name: 'import.check',
    path: 'POST import',
    takes: [FILE, NDJSON],
    summary: 'Has a catalogue file or a ZIP checked in the background, or its rows, one a line, and answers the job.',
    query: {
      name: 'Of the file',
      replace: '`true`: what the file lacks is to be removed',
      unit: '`item`: the rows are those of a JSON file, which has no lines',
    },
    async answer({ services: { importJobs }, request }) {
      const type = typeOf(request);
      if (type !== NDJSON && type !== FILE)
        return wrongType(`Send a catalogue file as ${FILE}, or its rows as ${NDJSON}.`);
      const { searchParams } = new URL(request.url);
      const unit = searchParams.get('unit') === 'item' ? 'item' : 'line';
      const given = {
        name: searchParams.get('name') ?? '',
        replace: searchParams.get('replace') === 'true',
        sent: type === NDJSON ? unit : null,
      } as const;
      const checked = await importJobs.check(request.body, given, 'operator');
      return checked.ok ? Response.json(checked.value.job) : refusal(checked);
    },
  },
  {
    name: 'import.faults',
    path: 'GET import/:id/faults',
    gives: NDJSON,
    summary: 'All bad rows of a refused import, `{line, reasons}`, one on each line.',
    answer: ({ services, params: { id = '' } }) => listResponse(services.importJobs.faults(id)),
  },
  {
    name: 'backup.take',
    path: 'GET backup',
    gives: 'application/gzip',
    summary: 'A backup of everything the shop keeps, secrets too: one file, made while it is sent.',
    answer: async ({ services: { backups }, request }) =>
      backupFile(request.method === 'HEAD' ? null : await backups.take(request, 'operator'), 'sodai-backup.tar.gz'),
  },
  {
    name: 'restore.ask',
    path: 'GET restore',
    summary: 'Why no backup can be put back here, `{refusal}`; null: one can.',
    answer: async ({ services: { backups } }) =>
      Response.json({ refusal: restoreRefusal(await backups.place(), false) }),
  },
  {
    name: 'restore.start',
    path: 'POST restore',
    takes: ['application/gzip'],
    gives: NDJSON,
    summary:
      'Puts the backup in the body back: progress, one JSON value a line, then `{restored}` or `{problem}`; 409 when the shop is not empty.',
    answer: ({ services, request }) =>
      /^application\/(?:x-)?gzip$/.test(typeOf(request) ?? '')
        ? restoreAnswer(services, request, request.body, { by: 'operator', agreed: false })
        : wrongType('Send application/gzip: the file of a backup.'),
  },
];
