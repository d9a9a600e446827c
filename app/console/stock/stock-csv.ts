import type { LoaderFunctionArgs } from 'react-router';
import { csvOf } from '../../../base/csv.ts';
import type { Stocked } from '../../../domain/stock/stock.ts';
import { attachment, servicesFor } from '../context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { stock } = await servicesFor(args, 'products');
  const texts = await Array.fromAsync(csvOf<Stocked>(COLUMNS, stock.all()));
  return attachment(texts.join(''), 'stock.csv');
}

/** As the catalogue file has them, so that an import takes the numbers back. */
const COLUMNS = {
  id: ({ id }: Stocked) => id,
  name: ({ name }: Stocked) => name,
  weight: ({ weight }: Stocked) => weight,
  unit: ({ unit }: Stocked) => unit,
  stock: ({ stock }: Stocked) => stock,
};
