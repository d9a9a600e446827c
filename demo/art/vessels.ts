/** What the shop's goods come in, seen from the front and a little from above. */
import { deeper, lighter, mix } from './colour.ts';
import type { Art } from './scene.ts';
import { clipped, shadow } from './scene.ts';
import { ellipse, extent, points, smooth } from './shape.ts';
import { blurredLine, cord, disc, flat, gradient, line, rounded, solid } from './solid.ts';

/** A round-walled body: dark at its sides, bright left of the middle. */
export function turned(d: string, colour: string, surface: Art = ''): Art {
  const [definition, paint] = gradient(
    [deeper(colour, 0.22), lighter(colour, 0.3), colour, deeper(colour, 0.3)],
    [0, 0, 1, 0],
  );
  return rounded(definition + flat(d, paint, surface), extent(d, 3), {
    round: 10,
    shade: 0.35,
    shine: 0.35,
    dark: deeper(colour, 0.6),
  });
}

/** A flat dish at (cx, cy); what lies on it is drawn after it. */
export function plate(cx: number, cy: number, rx: number, colour: string): Art {
  const ry = rx * 0.34;
  return (
    shadow(cx, cy + ry * 0.9, rx * 0.9, rx * 0.14) +
    solid(ellipse(cx, cy + 12, rx, ry), deeper(colour, 0.22), { round: 8 }) +
    solid(ellipse(cx, cy, rx, ry), colour, { round: 10, shade: 0.25 }) +
    solid(ellipse(cx, cy + 4, rx * 0.78, ry * 0.74), mix(colour, deeper(colour, 0.3), 0.3), {
      round: 8,
      shade: 0.1,
      shine: 0,
    })
  );
}

/** A wooden board at (cx, cy). */
export function board(cx: number, cy: number, rx: number, colour = '#d79a5c'): Art {
  const ry = rx * 0.34;
  const rings = [0.86, 0.66, 0.46, 0.26].map(
    (share) =>
      `<ellipse cx="${cx + 14}" cy="${cy}" rx="${rx * share}" ry="${ry * share}" fill="none" stroke="${deeper(colour, 0.3)}" stroke-width="2.5" opacity=".3"/>`,
  );
  return (
    shadow(cx, cy + ry * 0.95, rx * 0.94, rx * 0.14) +
    solid(ellipse(cx, cy + 20, rx, ry), deeper(colour, 0.28), { round: 8 }) +
    solid(ellipse(cx, cy, rx, ry), colour, { round: 9, shade: 0.2, surface: rings.join('') })
  );
}

/** A bowl whose opening is centred at (cx, cy); `heap` is drawn between its back and its front. */
export function bowl(cx: number, cy: number, rx: number, colour: string, heap: Art, band?: string): Art {
  const ry = rx * 0.26;
  const depth = rx * 0.78;
  const front = `M${cx - rx} ${cy}C${cx - rx} ${cy + depth * 0.7} ${cx - rx * 0.6} ${cy + depth} ${cx - rx * 0.42} ${cy + depth}L${cx + rx * 0.42} ${cy + depth}C${cx + rx * 0.6} ${cy + depth} ${cx + rx} ${cy + depth * 0.7} ${cx + rx} ${cy}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy}Z`;
  const foot = ellipse(cx, cy + depth, rx * 0.46, ry * 0.4);
  const painted =
    band === undefined
      ? ''
      : [0.3, 0.44]
          .map((share) =>
            line(
              `M${cx - rx} ${cy + depth * (share - 0.12)}Q${cx} ${cy + depth * (share + 0.5)} ${cx + rx} ${cy + depth * (share - 0.12)}`,
              band,
              share === 0.3 ? 10 : 4,
              0.9,
            ),
          )
          .join('');
  return (
    shadow(cx, cy + depth + 4, rx * 0.86, rx * 0.13) +
    turned(foot, deeper(colour, 0.2)) +
    solid(ellipse(cx, cy, rx, ry), deeper(colour, 0.35), { round: 8, shine: 0 }) +
    heap +
    turned(front, colour, painted) +
    `<path d="M${cx - rx + 3} ${cy + 3}A${rx} ${ry} 0 0 0 ${cx + rx - 3} ${cy + 3}" fill="none" stroke="${lighter(colour, 0.55)}" stroke-width="6" stroke-linecap="round" opacity=".8"/>`
  );
}

/** An open sack with a rolled rim; `heap` stands in its mouth at (240, `mouth`). */
export function sack(heap: Art, cloth: string, label: string, emblem: Art): Art {
  const front = smooth(
    points(
      '128 176, 112 250, 104 330, 122 404, 180 422, 240 425, 300 422, 358 404, 376 330, 368 250, 352 176, 300 200, 240 206, 180 200',
    ),
  );
  const weave = Array.from(
    { length: 16 },
    (_, index) =>
      line(`M96 ${206 + index * 15}Q240 ${232 + index * 15} 384 ${206 + index * 15}`, deeper(cloth, 0.3), 1.6, 0.22) +
      line(`M${112 + index * 17} 180Q${106 + index * 17.8} 300 ${112 + index * 17} 424`, deeper(cloth, 0.3), 1.6, 0.18),
  );
  const patch = smooth(points('122 262, 240 284, 358 262, 362 320, 358 380, 240 398, 122 380, 118 320'));
  const rim = 'M126 178Q130 210 240 214Q350 210 354 178';
  return (
    shadow(240, 420, 170, 22) +
    solid(ellipse(240, 176, 116, 34), deeper(cloth, 0.4), { round: 8 }) +
    heap +
    solid(front, cloth, {
      round: 36,
      surface:
        weave.join('') +
        `<path d="${patch}" fill="${label}" opacity=".92"/>` +
        line('M118 270Q240 292 362 270', '#ffffff', 4, 0.7) +
        line('M116 374Q240 392 364 374', '#ffffff', 4, 0.7),
    }) +
    cord(rim, lighter(cloth, 0.18), 24, { round: 9 }) +
    emblem
  );
}

/** A paper bag with a folded top, `band` across its front. */
export function paperBag(paper: string, band: string, emblem: Art, top = 84): Art {
  const front = smooth([
    [126, top + 40],
    [128, 250],
    [118, 404],
    [122, 418],
    [240, 424],
    [358, 418],
    [362, 404],
    [352, 250],
    [354, top + 40],
    [240, top + 44],
  ]);
  const fold = `M122 ${top + 8}Q240 ${top - 2} 358 ${top + 8}L354 ${top + 60}Q240 ${top + 68} 126 ${top + 60}Z`;
  const creases =
    line('M150 136L166 250 150 410', deeper(paper, 0.3), 3, 0.3) +
    line('M332 136L314 250 330 410', deeper(paper, 0.3), 3, 0.3);
  const belt =
    `<path d="M110 232Q240 244 370 232V372Q240 386 110 372Z" fill="${band}"/>` +
    line('M112 240Q240 252 368 240', '#ffffff', 3, 0.6) +
    line('M112 364Q240 378 368 364', '#ffffff', 3, 0.6);
  return (
    shadow(240, 420, 150, 20) +
    solid(front, paper, { round: 22, surface: belt + creases }) +
    solid(fold, deeper(paper, 0.06), {
      round: 9,
      surface: line(`M124 ${top + 48}Q240 ${top + 56} 356 ${top + 48}`, deeper(paper, 0.4), 3, 0.35),
    }) +
    disc(240, 308, 60, '#ffffff', 0.95) +
    emblem
  );
}

/** A stand-up pouch with a clear window at (240, 270) that shows `inside`. */
export function pouch(colour: string, inside: Art, emblem: Art, shade: string = deeper(colour, 0.1)): Art {
  const shape = smooth(
    points('134 74, 240 70, 346 74, 352 90, 350 250, 362 400, 350 420, 240 426, 130 420, 118 400, 130 250, 128 90'),
  );
  const pane = smooth(points('168 226, 240 214, 312 226, 326 300, 312 372, 240 386, 168 372, 154 300'));
  const seam =
    line('M130 112Q240 118 350 112M130 126Q240 132 350 126', deeper(colour, 0.4), 2.5, 0.4) +
    `<path d="M120 392Q240 380 360 392V430H120Z" fill="${shade}" opacity=".8"/>`;
  return (
    shadow(240, 420, 150, 20) +
    solid(shape, colour, { round: 24, surface: seam }) +
    solid(pane, '#efe6d6', { round: 6, shade: 0.5, surface: inside }) +
    clipped(pane, blurredLine('M176 246L160 330', '#ffffff', 16, 5, 0.55)) +
    emblem
  );
}

/** A glass jar with a cloth-covered or screwed lid, filled with `filling`. */
export function jar(filling: string, lid: string, label: string, emblem: Art, bits: Art = ''): Art {
  const glass = smooth(
    points('150 150, 330 150, 356 182, 364 260, 362 366, 344 410, 240 420, 136 410, 118 366, 116 260, 124 182'),
  );
  const stuff = smooth(
    points(
      '150 184, 240 190, 330 184, 346 214, 352 276, 348 360, 332 396, 240 404, 148 396, 132 360, 128 276, 134 214',
    ),
  );
  const tag = smooth(points('122 262, 240 274, 358 262, 362 316, 357 370, 240 382, 123 370, 118 316'));
  const cap = smooth(points('134 96, 240 88, 346 96, 352 112, 350 150, 340 162, 240 170, 140 162, 130 150, 128 112'));
  const checks =
    [0, 1, 2, 3, 4, 5, 6].map((index) => line(`M${138 + index * 34} 86V174`, '#ffffff', 12, 0.35)).join('') +
    line('M120 116Q240 126 360 116M120 144Q240 154 360 144', '#ffffff', 9, 0.3);
  return (
    shadow(240, 416, 140, 20) +
    solid(glass, '#f4f7f4', { round: 12, shade: 0.35 }) +
    turned(stuff, filling, bits) +
    clipped(glass, turned(tag, label)) +
    clipped(
      glass,
      blurredLine('M142 196Q134 300 146 392', '#ffffff', 13, 4, 0.65) +
        blurredLine('M338 200Q346 290 340 380', '#ffffff', 6, 3, 0.4),
    ) +
    turned(cap, lid, checks) +
    emblem
  );
}

/** A round tin with its lid. */
export function tin(colour: string, lid: string, label: string, emblem: Art, top = 100): Art {
  const wall = `M124 ${top + 30}V392A116 30 0 0 0 356 392V${top + 30}Z`;
  const belt =
    `<path d="M110 ${top + 96}Q240 ${top + 130} 370 ${top + 96}V352Q240 386 110 352Z" fill="${label}"/>` +
    line(`M110 ${top + 106}Q240 ${top + 140} 370 ${top + 106}M110 342Q240 376 370 342`, '#ffffff', 3, 0.6);
  const rim = `M118 ${top + 8}V${top + 36}A122 30 0 0 0 362 ${top + 36}V${top + 8}Z`;
  return (
    shadow(240, 414, 136, 20) +
    turned(wall, colour, belt) +
    turned(rim, lid) +
    solid(ellipse(240, top + 10, 122, 28), lighter(lid, 0.2), { round: 6, shade: 0.3 }) +
    solid(ellipse(240, top + 10, 92, 19), lid, { round: 5, shade: 0.2, shine: 0 }) +
    emblem
  );
}

/** A carton turned a little to the right: front, side and top. `face` is painted on its front (106..318 × 112..412). */
export function carton(colour: string, face: Art): Art {
  const [front, paint] = gradient([lighter(colour, 0.14), colour], [0, 0, 1, 1]);
  const side = `<path d="M318 116L384 92V380L318 414Z" fill="${deeper(colour, 0.26)}"/>`;
  const top = `<path d="M106 110L176 88H384L318 116Z" fill="${lighter(colour, 0.4)}"/>`;
  const wall = 'M106 110L318 116V414L106 404Z';
  return (
    shadow(246, 410, 152, 18) +
    rounded(`${side}${top}${front}<path d="${wall}" fill="${paint}"/>${clipped(wall, face)}`, [100, 80, 290, 340], {
      round: 9,
      shade: 0.35,
      shine: 0.35,
      dark: deeper(colour, 0.6),
    }) +
    line('M318 117V412', lighter(colour, 0.6), 2.5, 0.5)
  );
}

/** A flow-wrapped packet, upright, with toothed seams above and below; `face` is painted on it. */
export function packet(colour: string, face: Art, [left, right]: readonly [number, number] = [136, 344]): Art {
  const teeth = (y: number, out: number): string =>
    Array.from(
      { length: 13 },
      (_, index) => `L${(left + ((right - left) * index) / 12).toFixed(1)} ${y + (index % 2 === 0 ? 0 : out)}`,
    ).join('');
  const body = `M${left} 66${teeth(66, -9)}L${right} 92Q${right + 16} 240 ${right} 388L${right} 414${teeth(414, 9)
    .split('L')
    .toReversed()
    .filter((part) => part !== '')
    .map((part) => `L${part}`)
    .join('')}L${left} 388Q${left - 16} 240 ${left} 92Z`;
  const seams = [80, 90, 392, 402].map((y) => line(`M${left} ${y}H${right}`, deeper(colour, 0.4), 2.5, 0.35)).join('');
  const folds =
    blurredLine(`M${left + 24} 100Q${left + 12} 240 ${left + 26} 384`, '#ffffff', 15, 6, 0.5) +
    blurredLine(`M${right - 16} 110Q${right - 6} 240 ${right - 18} 380`, deeper(colour, 0.5), 15, 7, 0.35);
  return (
    shadow((left + right) / 2, 418, (right - left) * 0.56, 18) +
    solid(body, colour, { round: 18, surface: face + seams + folds })
  );
}
