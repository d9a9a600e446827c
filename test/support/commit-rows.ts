// A process that opens a data directory and commits rows until it is killed. Prints each number after its commit
// was acknowledged: `node commit-rows.ts DATA_DIR`.
import { openDatabase } from '../../server/db/connect.ts';

const [, , dataDir = ''] = process.argv;
const database = await openDatabase({ dataDir, databaseUrl: undefined });
for (let count = 1; ; count += 1) {
  await database.kysely
    .insertInto('outbox')
    .values({ recipient: String(count), subject: '', body_text: '', body_html: '' })
    .execute();
  console.log(count);
}
