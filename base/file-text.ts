/** The bytes of a file as UTF-8, without what programs around it have written. */
export function fileText(bytes: Uint8Array): Uint8Array {
  return withoutNpm(asUtf8(bytes));
}

/** Excel's “Unicode text”, and what PowerShell writes with `>`, are UTF-16 with its mark. */
function asUtf8(bytes: Uint8Array): Uint8Array {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' }[mark];
  return utf16 === undefined ? bytes : Buffer.from(new TextDecoder(utf16).decode(bytes));
}

/** npm prints lines of its own before an export. Their line ends stay, so that later lines keep their numbers. */
function withoutNpm(bytes: Uint8Array): Uint8Array {
  const [printed] = /^\r?\n?(?:> .*\r?\n)+/.exec(Buffer.from(bytes.subarray(0, 4_000)).toString('latin1')) ?? [];
  if (printed === undefined) return bytes;
  return Buffer.concat([Buffer.from(printed.replace(/[^\n]/g, '')), bytes.subarray(printed.length)]);
}
