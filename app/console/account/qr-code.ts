import { encode } from 'uqr';

/** A QR code as a drawing: an SVG path of its dark squares, one unit each, in a square of `size` units. */
export interface QrDrawing {
  size: number;
  path: string;
}

/** Draws a text as a QR code, with the quiet zone of 4 squares that readers need. */
export function drawQrCode(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size, path };
}
