/** What can be done with products, their pictures and imports (server/operation.ts). */
import { z } from 'zod';
import { hasRight } from '../../domain/accounts/roles.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '../../domain/catalogue/product-columns.ts';
import { PRODUCT_LABELS } from '../../domain/catalogue/product-form.ts';
import { keySchema } from '../../domain/orders/read-order.ts';
import { done, refused } from '../../domain/outcome.ts';
import { operation } from '../operation.ts';

const MAX_HASHES = 500;
const HASHES = `Send {"sha256": [...]} with at most ${MAX_HASHES} hashes.`;

/** What a value must be, says the catalogue (domain/catalogue/catalogue-file.ts), to whom a whole row belongs. */
const { id, ...columns } = Object.fromEntries(
  CATALOGUE_COLUMNS.map((column) => {
    const description = `${PRODUCT_LABELS[column]}, as in the catalogue file`;
    return [
      column,
      z
        .unknown()
        .optional()
        .meta({ type: ['string', 'number', 'boolean'], description }),
    ];
  }),
) as Record<CatalogueColumn, z.ZodOptional<z.ZodUnknown>>;

const ofOne = z.strictObject({ id: z.string() });

export const CATALOGUE_OPERATIONS = {
  'products.add': operation({
    summary:
      'Adds a product, by the columns of the catalogue file. Without an id it gets one of its name. Sent again within a day under the same idempotencyKey, it adds nothing.',
    returns: 'the product',
    logged: 'Added product {product}',
    right: 'products',
    path: 'POST products',
    input: z.strictObject({ id, ...columns, idempotencyKey: keySchema.optional() }),
    run: ({ catalogue }, { idempotencyKey, ...fields }, { by }) => catalogue.add(fields, by, idempotencyKey),
    status: () => 201,
  }),
  'products.set': operation({
    summary:
      'Changes fields of a product. `base`: values as they were seen; when somebody else has changed one meanwhile, nothing is set.',
    // Of all fields only `available` takes no more than this.
    returns: 'the product',
    logged: 'Changed product {product}{changes}',
    right: 'availability',
    path: 'PATCH products/:id',
    input: ofOne.extend({ ...columns, base: z.partialRecord(z.enum(CATALOGUE_COLUMNS), z.unknown()).optional() }),
    run({ catalogue }, { id: of, base, ...fields }, { by, role }) {
      const isMore = Object.keys(fields).some((field) => field !== 'available');
      if (isMore && !hasRight(role, 'products')) return refused(403, { code: 'not-allowed' });
      return catalogue.change(of, fields, { by, base });
    },
  }),
  'products.remove': operation({
    summary: 'Removes a product. Orders keep their copy of it.',
    logged: 'Removed product {removed product}',
    right: 'products',
    path: 'DELETE products/:id',
    input: ofOne,
    run: ({ catalogue }, { id: of }, { by }) => catalogue.remove(of, by),
  }),
  'pictures.known': operation({
    summary: 'Which picture files the shop has, `{hash: imgUrl}`, by their SHA-256 in hexadecimal.',
    returns: '`{pictures: {sha256: imgUrl}}`',
    right: 'products',
    path: 'POST pictures/known',
    input: z.strictObject({
      sha256: z.array(z.string().regex(/^[0-9a-f]{64}$/, HASHES), HASHES).max(MAX_HASHES, HASHES),
    }),
    run: async ({ images }, { sha256 }) => done({ pictures: await images.known(sha256) }),
  }),
  'import.show': operation({
    summary: 'How far the check or the import of a file is, and what came of it.',
    returns: 'the job',
    right: 'products',
    path: 'GET import/:id',
    input: ofOne,
    run: ({ importJobs }, { id: of }) => importJobs.find(of),
  }),
  'import.start': operation({
    summary: 'Imports a file that was checked.',
    returns: 'the job',
    right: 'products',
    path: 'POST import/:id',
    input: ofOne,
    run: ({ importJobs }, { id: of }, { by }) => importJobs.start(of, by),
  }),
};
