import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Less is only how a picture was stored; of 255. */
const SEEN = 24;

/** The share of two pictures' pixels that differ; 1 where they have not the same size. */
export async function shareThatDiffers(file: string, other: string): Promise<number> {
  const [one, two] = await Promise.all([readFile(file), readFile(other)]);
  if (one.equals(two)) return 0;
  const [a, b] = await Promise.all(
    [one, two].map((picture) => sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
  const differing = a.data.reduce((sum, value, at) => sum + Number(Math.abs(value - (b.data[at] ?? 0)) > SEEN), 0);
  return differing / a.data.length;
}
