import { listResponse } from '../../ndjson.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/products';
import { CATALOGUE_COLUMNS } from '../../../domain/catalogue/product-columns.ts';

/** The whole catalogue in its order: one row of the catalogue file as JSON on each line. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services }) => listResponse(services.catalogue.rows(), CATALOGUE_COLUMNS),
});

export { loader as action };
