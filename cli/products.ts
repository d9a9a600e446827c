import { type CatalogueRow, exportText, yesOrNo } from '../domain/catalogue/catalogue-file.ts';
import { PRODUCT_ID_PATTERN } from '../domain/catalogue/product.ts';
import { assignmentsOf, type Call, type CommandGroup, print, textOf, Failure, UsageError } from './command.ts';
import { importProducts } from './import.ts';
import { sendPictures } from './pictures.ts';
import { formatTable, formatTk } from './output.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '../domain/catalogue/product-columns.ts';

const FIELDS = CATALOGUE_COLUMNS.filter((column) => column !== 'id');

export const PRODUCT_COMMANDS: CommandGroup = {
  name: 'products',
  summary: 'The catalogue: importing, exporting, changing and removing products.',
  commands: [
    {
      name: 'products import <FILE>',
      summary: 'add and change products from a CSV or JSON file, or a ZIP of one with its pictures; all or nothing',
      details: `The file is CSV (UTF-8, RFC 4180) with the columns
  ${CATALOGUE_COLUMNS.join(',')}
or a JSON list of objects with these. Of products that exist any column but the id may be missing: then they stay as they are. \
New products need all columns but name_bn, aliases, available, stock, max_per_order and by_weight.
The id says which product a row is; without one it is the product of that name, or a new one with an id of it. \
The image is the path of a picture file, seen from the catalogue file, or an http(s) URL; empty leaves the picture, none removes it. \
An export has the addresses of the shop's own pictures; import takes them too.
With one bad row nothing is changed, and every bad row is listed with its line and its reasons.`,
      options: {
        '--dry-run': 'only check the file and tell what would change',
        '--replace': 'also remove the products that the file lacks',
      },
      examples: {
        'products import catalogue.csv': 'add and change products',
        'products import catalogue.csv --dry-run': 'see what would change',
        'products import catalogue.json --replace': 'have what the file has and nothing else',
      },
      run: importProducts,
    },
    {
      name: 'products export',
      summary: 'write the catalogue to standard output, as import reads it',
      details: 'npm prints two lines of its own first. An import skips them; npm run --silent shop leaves them out.',
      options: { '--format <csv|json>': 'the form, csv unless --json is given' },
      examples: {
        'products export --format json': 'see the catalogue as JSON',
        'products export > catalogue.csv': 'keep it in a file',
      },
      async run(call) {
        const format = textOf(call, 'format') ?? (call.json ? 'json' : 'csv');
        if (format !== 'csv' && format !== 'json')
          throw new UsageError('products export: --format must be csv or json');
        // Read all rows before writing: an incomplete catalogue must not look complete.
        const texts = await Array.fromAsync(exportText(call.shop().lines<CatalogueRow>('/products'), format));
        call.terminal.stdout.write(texts.join(''));
      },
    },
    {
      name: 'products set <ID> <FIELD=VALUE...>',
      summary: 'change fields of one product',
      details: `Fields: ${FIELDS.join(', ')}. The image may be the path of a picture file.`,
      examples: {
        'products set rui-1kg price=360': 'a new price',
        'products set rui-1kg discount=12.5 status=top': 'on offer, in the top list',
        'products set rui-1kg available=no': 'sold out: shown, and cannot be ordered',
        'products set rui-1kg "name=Rui Fish" "name_bn=রুই মাছ" "aliases=rui|rohu"': 'names, and what shoppers type',
      },
      async run(call) {
        const id = productIdOf(call);
        const fields = assignmentsOf(call.args.slice(1), FIELDS, 'field');
        const shop = call.shop();
        if (fields.image) Object.assign(fields, { image: await addressOf(call, fields.image) });
        const product = await shop.run('products.set', { id, ...fields });
        print(call, product, () => {
          const values: Record<CatalogueColumn, string> = {
            ...product,
            image: product.imgUrl,
            price: `Tk ${formatTk(product.price)}`,
            discount: `${product.discount} %`,
            available: yesOrNo(product.available),
            stock: String(product.stock ?? ''),
            max_per_order: String(product.max_per_order ?? ''),
            by_weight: yesOrNo(product.by_weight),
          };
          return formatTable(CATALOGUE_COLUMNS, [
            { heading: 'field', value: (column) => column },
            { heading: 'value', value: (column) => values[column] },
          ]);
        });
      },
    },
    {
      name: 'products remove <ID>',
      summary: 'remove one product; orders keep what they know of it',
      examples: { 'products remove rui-1kg': 'take it out of the shop' },
      async run(call) {
        const id = productIdOf(call);
        await call.shop().run('products.remove', { id });
        print(call, { removed: id }, () => `Removed ${id}.\n`);
      },
    },
  ],
};

function productIdOf({ args: [id = ''] }: Call): string {
  if (!PRODUCT_ID_PATTERN.test(id))
    throw new UsageError(`${id} is not a product id: an id has 1 to 64 of a-z, 0-9 and -`);
  return id;
}

async function addressOf(call: Call, image: string): Promise<string> {
  if (/^(?:https?:\/\/|\/images\/)/i.test(image)) return image;
  const { addresses, faults } = await sendPictures(call, [image], call.terminal.directory);
  const address = addresses.get(image);
  if (address === undefined) throw new Failure(faults.get(image) ?? `picture ${image} cannot be sent`);
  return address;
}
