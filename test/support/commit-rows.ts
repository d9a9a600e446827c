// A process that opens an embedded database and commits rows until it is killed. Prints each number after its commit
// was acknowledged: `node commit-rows.ts DATA_DIR`.
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
