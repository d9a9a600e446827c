// A process that opens an embedded database and commits one row after the other, telling each number once it is
// acknowledged, until it is killed: `node commit-rows.ts DATA_DIR`.
import path from 'node:path';
import { openDatabase } from '../../server/db/connect.ts';

const [, , dataDir = ''] = process.argv;
const database = await openDatabase({
  dataDir,
  database: { kind: 'pglite', directory: path.join(dataDir, 'database') },
});
for (let count = 1; ; count += 1) {
  await database.kysely
    .insertInto('outbox')
    .values({ recipient: String(count), subject: '', body_text: '', body_html: '' })
    .execute();
  console.log(count);
}
