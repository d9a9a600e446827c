/**
 * An S3 store that this project did not write: s3rver, in a folder. It compares the signature of every request. It cannot
 * give up an upload in parts, and its lists of more than a thousand keys fail with the OpenSSL of today.
 */
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  httpServer: { closeAllConnections(): void };
}

// It has no types of its own.
const require = createRequire(import.meta.url);
const Server: new (options: Record<string, unknown>) => S3rver = require('@20minutes/s3rver');

export async function startForeignS3(directory: string) {
  await mkdir(directory, { recursive: true });
  const server = new Server({
    directory,
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'shop' }],
  });
  const { port } = await server.run();
  return {
    settings: {
      kind: 's3',
      bucket: 'shop',
      region: 'eu-1',
      endpoint: `http://127.0.0.1:${port}`,
      // The only account that it has.
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    } as const,
    close(): Promise<void> {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      return closed;
    },
  };
}
