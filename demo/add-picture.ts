/**
 * Creates the six files of a demo product's picture and prints the `image` of its row: `node demo/add-picture.ts FILE`.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { encodePicture } from '../server/images/encode.ts';

const [, , file = ''] = process.argv;
const picture = await readFile(file);
const encoded = await encodePicture(picture, 'product');
if (!encoded.ok) throw new Error(`The picture was refused: ${encoded.reason.code}`);
const name = createHash('sha256').update(picture).digest('hex').slice(0, 16);
for (const { suffix, bytes } of encoded.value.files) {
  await writeFile(new URL(`pictures/${name}${suffix}`, import.meta.url), bytes);
}
console.log(`pictures/${name}-480.webp`);
