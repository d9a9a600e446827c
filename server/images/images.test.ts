import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { AwsClient } from 'aws4fetch';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolders } from '../../test/support/folders.ts';
import { startForeignS3 } from '../../test/support/foreign-s3.ts';
import { listen } from '../../test/support/listen.ts';
import { HTML, HUGE_AVIF, SVG, hugePng, jpeg, png, sidewaysJpegWithSecrets } from '../../test/support/pictures.ts';
import { isUnavailable } from '../db/errors.ts';
import { createS3Client, createS3Store } from './stores.ts';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import type { Outcome, Reason } from '../../domain/outcome.ts';
import { type Images, type StoredPicture, createImages } from './images.ts';

const newFolder = temporaryFolders();
let directory: string;
let images: Images;

beforeAll(async () => {
  directory = await newFolder();
  images = createImages({ kind: 'files', directory });
});

async function stored(picture: Promise<Outcome<StoredPicture>>): Promise<string> {
  const outcome = await picture;
  if (!outcome.ok) throw new Error(outcome.reason.code);
  return outcome.value.imgUrl;
}

/** What the stored file is, as its own bytes say. */
async function shown(imgUrl: string) {
  const file = await images.read(imgUrl);
  return sharp(file?.body).metadata();
}

/** The first half of a file. */
async function cut(picture: Promise<Buffer>): Promise<Buffer> {
  const bytes = await picture;
  return bytes.subarray(0, bytes.length / 2);
}

describe('taking pictures in', () => {
  test('a product’s picture keeps its proportions, in three widths and two formats', async () => {
    const imgUrl = await stored(images.storeProduct(await png(800, 600)));
    expect(imgUrl).toMatch(/^\/images\/p\/[0-9a-f]{16}-320\.webp$/);
    for (const [width, height] of [
      [160, 120],
      [320, 240],
      [480, 360],
    ]) {
      expect(await shown(imgUrl.replace('-320.', `-${width}.`))).toMatchObject({ format: 'webp', width, height });
      const avif = imgUrl.replace('-320.webp', `-${width}.avif`);
      expect(await shown(avif)).toMatchObject({ format: 'heif', compression: 'av1', width, height });
    }
  });

  test('equal products are one picture, equal faces are two', async () => {
    const picture = await png(50, 50);
    const [first, again] = await Promise.all([images.storeProduct(picture), images.storeProduct(picture)]);
    expect(again).toEqual(first);
    const face = await stored(images.storeProfile(picture));
    const other = await stored(images.storeProfile(picture));
    expect(face).toMatch(/^\/images\/u\/[0-9a-f]{32}-320\.webp$/);
    await images.remove(other);
    expect(await images.read(other)).toBeNull();
    expect(await images.read(face)).not.toBeNull();
  });

  test('whether a product’s picture is stored is known by its file', async () => {
    const picture = await png(70, 30);
    const hash = createHash('sha256').update(picture).digest('hex');
    const other = createHash('sha256').update('other').digest('hex');
    expect(await images.known([hash])).toEqual({});
    const imgUrl = await stored(images.storeProduct(picture));
    expect(await images.known([hash, other])).toEqual({ [hash]: imgUrl });
    expect(await images.has(imgUrl)).toBe(true);
    expect(await images.has('https://example.com/a.png')).toBe(false);
  });

  test('a person’s picture is cut to a square, turned upright and has no metadata', async () => {
    const original = await sidewaysJpegWithSecrets();
    expect(original.includes('SecretCamera')).toBe(true);
    const imgUrl = await stored(images.storeProfile(original));
    const product = await stored(images.storeProduct(original));
    expect(await shown(imgUrl)).toMatchObject({ width: 320, height: 320 });
    expect(await shown(product)).toMatchObject({ width: 40, height: 60 });
    for (const address of [imgUrl, imgUrl.replace('.webp', '.avif'), product]) {
      const { exif, icc, xmp, iptc, orientation } = await shown(address);
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect(Buffer.from((await images.read(address))?.body ?? []).includes('SecretCamera')).toBe(false);
    }
  });

  test.each([
    ['a portrait', 600, 1200, 480, 360],
    ['a panorama', 1200, 300, 400, 300],
    ['a small square', 90, 90, 90, 68],
    ['nearly 4:3', 1010, 750, 480, 356],
    ['one pixel high', 50, 1, 1, 1],
  ])('a picture for a card is cut to 4:3: %s', async (_, width, height, cutWidth, cutHeight) => {
    const picture = await png(width, height);
    const imgUrl = await stored(images.storeProduct(picture, { crop: true }));
    expect(await shown(imgUrl.replace('-320.', '-480.'))).toMatchObject({ width: cutWidth, height: cutHeight });
    expect(await stored(images.storeProduct(picture))).not.toBe(imgUrl);
    expect(await stored(images.storeProduct(picture, { crop: true }))).toBe(imgUrl);
  });

  test('a picture for a card stands upright before it is cut', async () => {
    const imgUrl = await stored(images.storeProduct(await sidewaysJpegWithSecrets(), { crop: true }));
    expect(await shown(imgUrl)).toMatchObject({ width: 40, height: 30 });
  });

  test('a picture of an iPhone is refused with the formats that the shop takes', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
    expect(await images.storeProduct(heic, { crop: true })).toMatchObject({ reason: { code: 'picture-formats' } });
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('takes %s, and clear ones stay clear', async (format) => {
    const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } });
    const imgUrl = await stored(images.storeProduct(await clear.toFormat(format).toBuffer()));
    expect((await shown(imgUrl)).hasAlpha).toBe(format !== 'jpeg');
  });

  test('only the first frame of an animation is stored', async () => {
    const raw = { width: 20, height: 40, channels: 3, pageHeight: 20 } as const;
    const animation = sharp(Buffer.alloc(20 * 40 * 3, 200), { raw }).gif({ delay: [100, 100], loop: 0 });
    const frames = await animation.toBuffer();
    const { pages, width, height } = await shown(await stored(images.storeProduct(frames)));
    expect({ pages, width, height }).toEqual({ width: 20, height: 20 });
  });

  test('16 bits, greys and inks become plain colours', async () => {
    for (const [space, format] of [
      ['rgb16', 'png'],
      ['b-w', 'png'],
      ['cmyk', 'jpeg'],
    ] as const) {
      const picture = sharp(await png(30, 30)).toColourspace(space);
      const imgUrl = await stored(images.storeProduct(await picture.toFormat(format).toBuffer()));
      expect(await shown(imgUrl)).toMatchObject({ space: 'srgb', depth: 'uchar' });
    }
  });
});

describe('how much is taken', () => {
  test('of the operator 40 megapixels', async () => {
    // Taken by its header, and then found to be hollow.
    expect(await images.storeProduct(hugePng(8000, 5000))).toMatchObject({ status: 422 });
    const tooMany = { status: 413, reason: { code: 'too-many-pixels', limit: 40_000_000 } };
    expect(await images.storeProduct(hugePng(8000, 5001))).toMatchObject(tooMany);
  });

  test('people’s pictures wait in a queue that has an end, the operator’s in one that has none', async () => {
    const picture = await png(20, 20);
    const faces = await Promise.all(Array.from({ length: 20 }, () => images.storeProfile(picture)));
    const busy = { ok: false, status: 503, reason: { code: 'pictures-busy' }, retryAfter: 5 };
    const refused = faces.filter(({ ok }) => !ok);
    expect(refused).toEqual(Array.from({ length: 15 }, () => busy));
    expect(await images.storeProfile(picture)).toMatchObject({ ok: true });
    const products = await Promise.all(Array.from({ length: 20 }, () => images.storeProduct(picture)));
    expect(products.every(({ ok }) => ok)).toBe(true);
  });
});

describe('what is no picture', () => {
  const FORMATS: Reason = { code: 'picture-formats' };
  const DAMAGED: Reason = { code: 'picture-damaged' };
  const TOO_MANY_PIXELS: Reason = { code: 'too-many-pixels', limit: 16_000_000 };
  const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1');
  const TOO_LARGE: Reason = { code: 'picture-too-large', limit: 5 * 1024 * 1024 };

  test.each<[string, () => Buffer | Promise<Buffer>, number, Reason]>([
    ['nothing', () => Buffer.alloc(0), 415, FORMATS],
    ['an SVG', () => SVG, 415, FORMATS],
    ['HTML', () => HTML, 415, FORMATS],
    ['HTML behind a PNG signature', () => Buffer.concat([PNG_SIGNATURE, HTML]), 422, DAMAGED],
    [
      'a TIFF',
      async () =>
        sharp(await png(9, 9))
          .tiff()
          .toBuffer(),
      415,
      FORMATS,
    ],
    ['a JPEG cut short', () => cut(jpeg(400, 300)), 422, DAMAGED],
    ['a PNG cut short', () => cut(png(400, 300)), 422, DAMAGED],
    ['50,000 × 50,000 pixels', () => hugePng(50_000, 50_000), 413, TOO_MANY_PIXELS],
    ['17 megapixels', () => hugePng(3400, 5000), 413, TOO_MANY_PIXELS],
    // Decoding it takes seconds.
    ['an AVIF of 40 megapixels in a kilobyte', () => readFile(HUGE_AVIF), 413, TOO_MANY_PIXELS],
    ['fewer pixels than it says', () => hugePng(3000, 3000), 422, DAMAGED],
    ['a file of 5 MB and a byte', () => Buffer.alloc(MAX_PICTURE_BYTES + 1, '\xFF\xD8\xFF', 'latin1'), 413, TOO_LARGE],
  ])('%s is refused', async (_, bytes, status, reason) => {
    const before = await readdir(directory, { recursive: true });
    expect(await images.storeProfile(await bytes())).toEqual({ ok: false, status, reason });
    expect(await readdir(directory, { recursive: true })).toEqual(before);
  });
});

describe('ready pictures', () => {
  test('are copied as they are', async () => {
    const made = await newFolder();
    for (const suffix of ['160.avif', '160.webp', '320.avif', '320.webp', '480.avif', '480.webp']) {
      await writeFile(path.join(made, `c0ffee-${suffix}`), suffix);
    }
    const hash = createHash('sha256').update('480.webp').digest('hex');
    const imgUrl = await images.storeReady(path.join(made, 'c0ffee-480.webp'));
    expect(await images.storeReady(path.join(made, 'c0ffee-480.webp'))).toBe(imgUrl);
    expect(await images.known([hash])).toEqual({ [hash]: imgUrl });
    const file = await images.read(imgUrl.replace('320.webp', '480.avif'));
    expect([Buffer.from(file?.body ?? []).toString(), file?.contentType]).toEqual(['480.avif', 'image/avif']);
  });
});

describe('handing out and removing', () => {
  test.each([
    '/images/p/nothing-320.webp',
    '/images/p/../../secret-320.webp',
    '/images/p/%2e%2e/secret-320.webp',
    '/images/u/a/b-320.webp',
    '/images/p/c0ffee-320.webp.bak',
    '/images/p/c0ffee-321.webp',
    '/etc/passwd',
    '/images/p/a\0-320.webp',
    '',
  ])('there is no picture at %j', async (address) => expect(await images.read(address)).toBeNull());

  test.each(['', 'https://example.com/x.webp', '/images/../../etc-320.webp', '/images/p/nothing-320.webp'])(
    'removing %j does nothing',
    async (imgUrl) => {
      const before = await readdir(directory, { recursive: true });
      await images.remove(imgUrl);
      expect(await readdir(directory, { recursive: true })).toEqual(before);
    },
  );
});

describe('an S3 store', () => {
  test('requests are signed as Amazon publishes it', async () => {
    // The example "GET Object" of AWS's documentation of signature version 4.
    const key = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
    const client = new AwsClient({ service: 's3', region: 'us-east-1', ...key });
    const url = 'https://examplebucket.s3.amazonaws.com/test.txt';
    const headers = { range: 'bytes=0-9', 'x-amz-content-sha256': createHash('sha256').digest('hex') };
    const signed = await client.sign(url, { headers, aws: { allHeaders: true, datetime: '20130524T000000Z' } });
    const authorization = signed.headers.get('authorization');
    expect(authorization).toMatch(/Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/);
  });

  test('without a key the shop does not open', () => {
    expect(() => createImages({ kind: 's3', bucket: 'shop', region: 'eu-1' })).toThrow(/S3 needs a key/);
  });

  test('keeps pictures on a server that others wrote, as browsers are to get them', async () => {
    const s3 = await startForeignS3(await newFolder());
    const remote = createImages(s3.settings);
    const imgUrl = await stored(remote.storeProduct(await png(60, 60)));
    expect(await sharp((await remote.read(imgUrl))?.body).metadata()).toMatchObject({ format: 'webp', width: 60 });
    const { headers } = await createS3Client(s3.settings)(imgUrl.replace('/images/', ''), { method: 'HEAD' });
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toContain('immutable');
    await remote.remove(imgUrl);
    await remote.remove(imgUrl);
    // Another process has nothing of it in memory.
    expect(await createImages(s3.settings).read(imgUrl)).toBeNull();
    const wrong = createImages({ ...s3.settings, credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'other' } });
    await expect(wrong.read(imgUrl)).rejects.toThrow(/store answered 403 to GET/);
    await s3.close();
  });

  describe('in this process', () => {
    const objects = new Map<string, { body: Buffer; type: string | undefined }>();
    const faults: number[] = [];
    const asked: (string | undefined)[] = [];
    /** Among the faults: the connection breaks off. */
    const LOST = 0;
    let server: Server;
    let remote: Images;

    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const placeAt = (port: number) =>
      ({ kind: 's3', bucket: 'shop', region: 'eu-1', endpoint: `http://127.0.0.1:${port}`, credentials }) as const;

    beforeAll(async () => {
      server = createServer((req, res) => {
        const chunks: Buffer[] = [];
        req.on('data', (chunk: Buffer) => chunks.push(chunk));
        req.on('end', () => {
          const key = req.url ?? '';
          const body = Buffer.concat(chunks);
          const fault = req.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ? faults.shift() : 403;
          if (fault === LOST) return req.socket.destroy();
          asked.push(req.url);
          if (fault !== undefined) return res.writeHead(fault, { Location: '/elsewhere' }).end();
          const sum = createHash('sha256').update(body).digest('hex');
          if (req.headers['x-amz-content-sha256'] !== sum) return res.writeHead(400).end();
          // As S3 does: a body of unknown length is refused.
          if (req.headers['transfer-encoding'] !== undefined) return res.writeHead(411).end();
          const object = objects.get(key);
          if (req.method === 'PUT') objects.set(key, { body, type: req.headers['content-type'] });
          if (req.method === 'DELETE') objects.delete(key);
          const known = req.method === 'PUT' || req.method === 'DELETE' || object !== undefined;
          return res.writeHead(known ? 200 : 404).end(req.method === 'GET' ? object?.body : undefined);
        });
      });
      remote = createImages(placeAt(await listen(server)));
    });
    afterAll(() => new Promise((resolve) => server.close(resolve)));

    test('stores, serves and removes pictures, and retries after errors', async () => {
      faults.push(503, 500);
      const imgUrl = await stored(remote.storeProduct(await png(60, 60)));
      expect(objects.size).toBe(6);
      expect(objects.get(`/shop/${imgUrl.replace('/images/', '')}`)?.type).toBe('image/webp');
      const file = await remote.read(imgUrl);
      expect(await sharp(file?.body).metadata()).toMatchObject({ format: 'webp', width: 60 });
      expect(await remote.read('/images/p/nothing-320.webp')).toBeNull();
      await remote.remove(imgUrl);
      expect(objects.size).toBe(0);
    });

    test('a refusal is an error with its status', async () => {
      faults.push(403);
      await expect(remote.read('/images/p/nothing-320.webp')).rejects.toThrow(/store answered 403 to GET/);
    });

    test('a redirect is refused, not followed', async () => {
      asked.length = 0;
      faults.push(307);
      await expect(remote.read('/images/p/nothing-320.webp')).rejects.toThrow(/store answered 307 to GET/);
      expect(asked).toEqual(['/shop/p/nothing-320.webp']);
    });

    test('a store that does not answer is given up, and counts as away', async () => {
      const silent = createServer(() => {});
      const store = createS3Store(placeAt(await listen(silent)), 50);
      const fault = await store.get('p/nothing-320.webp').catch((error: unknown) => error);
      expect(isUnavailable(fault)).toBe(true);
      silent.closeAllConnections();
      silent.close();
    });

    test('a request is tried three times, after a lost connection too', async () => {
      faults.push(LOST, 429);
      expect(await remote.read('/images/p/nothing-320.webp')).toBeNull();
      faults.push(503, LOST, 500, 404);
      await expect(remote.read('/images/p/nothing-320.webp')).rejects.toThrow(/store answered 500 to GET/);
      expect(faults.splice(0)).toEqual([404]);
    });
  });
});
