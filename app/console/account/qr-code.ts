import { encode } from 'uqr';

/** A QR code with the quiet zone of 4 squares that readers need: an SVG path of its dark squares, one unit each, in a square of `size` units. */
export function drawQrCode(text: string) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size, path };
}
