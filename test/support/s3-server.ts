/** An S3 store in memory, with multipart uploads and lists of two keys a page. Of a key it knows the name alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startS3Server() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const url = new URL(req.url ?? '', 'http://store');
      const key = decodeURIComponent(url.pathname.replace(/^\/shop\/?/, ''));
      const query = url.searchParams;
      const upload = query.get('uploadId') ?? '';
      const body = Buffer.concat(chunks);
      if (!url.pathname.startsWith('/shop')) return res.writeHead(404).end();
      if (!req.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return res.writeHead(403).end();
      if (query.has('uploads')) {
        uploads.set(key, []);
        return res.end(`<X><UploadId>${key}</UploadId></X>`);
      }
      if (req.method === 'PUT' && !upload) {
        objects.set(key, body);
        return res.end();
      }
      if (req.method === 'PUT') {
        uploads.get(upload)?.splice(Number(query.get('partNumber')) - 1, 1, body);
        return res.writeHead(200, { ETag: `"${String(query.get('partNumber'))}"` }).end();
      }
      if (req.method === 'POST' && upload) {
        objects.set(key, Buffer.concat(uploads.get(upload) ?? []));
        uploads.delete(upload);
        return res.end('<X></X>');
      }
      if (req.method === 'DELETE') {
        if (upload) uploads.delete(upload);
        else objects.delete(key);
        return res.writeHead(204).end();
      }
      if (query.has('list-type')) {
        const keys = [...objects.keys()].filter((one) => one.startsWith(query.get('prefix') ?? '')).toSorted();
        const from = Number(/\d+/.exec(query.get('continuation-token') ?? '')?.[0] ?? 0);
        const entries = keys
          .slice(from, from + 2)
          .map((one) => `<Contents><Key>${one}</Key><Size>${objects.get(one)?.length}</Size></Contents>`);
        const next = from + 2 < keys.length ? `<NextContinuationToken>+/${from + 2}==</NextContinuationToken>` : '';
        return res.end(`<X>${entries.join('')}${next}</X>`);
      }
      const object = objects.get(key);
      return res.writeHead(object ? 200 : 404).end(object);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    uploads,
    settings: {
      kind: 's3',
      bucket: 'shop',
      region: 'eu-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    } as const,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
