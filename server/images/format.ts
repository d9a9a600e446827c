/** The formats that the shop decodes. Other files (SVG, PDF, HTML, HEIC …) never reach a decoder. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

export function pictureFormat(bytes: Uint8Array): PictureFormat | null {
  const text = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  if (text(0, 3) === '\xFF\xD8\xFF') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1A\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  // An ISO media file lists its brands, four letters each: the major brand, a version, then the compatible brands.
  if (text(4, 8) !== 'ftyp') return null;
  const end = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), 128);
  for (let at = 8; at < end; at += 4) {
    if (at !== 12 && /^avi[fs]$/.test(text(at, at + 4))) return 'avif';
  }
  return null;
}
