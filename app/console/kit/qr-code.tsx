import { encode } from 'uqr';

/** The dark squares as an SVG path, one unit each, in a square of `size` units. */
export type Drawn = ReturnType<typeof drawQrCode>;

/** For loaders and actions. It has the quiet zone of 4 squares that readers need. */
export function drawQrCode(text: string) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size, path };
}

export function QrCode({ qr: { size, path }, label, className }: { qr: Drawn; label: string; className: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`bg-white ${className}`}
    >
      <path d={path} className="fill-black" />
    </svg>
  );
}
