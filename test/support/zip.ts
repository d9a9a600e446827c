/** ZIP files for tests, valid and hostile. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** As it is written; bytes for names in another encoding. */
  name: string | Buffer;
  bytes: Uint8Array | string;
  /** 0 when not given; 1 is encrypted, 0x800 says that the name is UTF-8. */
  flags?: number;
  /** Stored instead of compressed. */
  stored?: boolean;
  /** The size that the entry claims to have when it is unpacked. */
  claimed?: number;
}

/** A ZIP with these entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const bytes = Buffer.from(entry.bytes);
    const data = entry.stored ? bytes : deflateRawSync(bytes);
    // Version, flags, method, time, date, sum, sizes, length of the name, no extra field: the same in both headers.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? 0, 2);
    fields.writeUInt16LE(entry.stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(entry.claimed ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const at = Buffer.alloc(4);
    at.writeUInt32LE(offset);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), fields, Buffer.alloc(10), at, name);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, name, data]);
    files.push(file);
    offset += file.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}
