/** Draws a report's plot as SVG: horizontal bars, readable on light and dark pages. */
import type { Bar, Panel, Plot } from './report.ts';
import { rounded } from './report.ts';

const WIDTH = 760;
const LABELS = 250;
const VALUES = 90;
const ROW = 26;
const HEAD = 44;
const GAP = 18;
const PADDING = 20;
const SPAN = WIDTH - LABELS - VALUES - 2 * PADDING;

/** The SVG's text. Screen readers read its title. */
export function drawPlot(title: string, { panels }: Plot): string {
  const heights = panels.map(({ bars }) => HEAD + bars.length * ROW);
  const height = 2 * PADDING + 28 + heights.reduce((sum, one) => sum + one + GAP, 0) - GAP;
  let top = PADDING + 28;
  const parts = panels.map((panel, at) => {
    const drawn = drawPanel(panel, top);
    top += (heights[at] ?? 0) + GAP;
    return drawn;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(title)}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" rx="10" fill="#faf9f5"/>`,
    `<text x="${PADDING}" y="${PADDING + 14}" font-size="16" font-weight="700" fill="#1d231f">${escapeXml(title)}</text>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function drawPanel({ title, unit, bars, goal, logarithmic = false }: Panel, top: number): string {
  const max = Math.max(...bars.map(({ value }) => value), goal ?? 0) || 1;
  const min = Math.min(...bars.map(({ value }) => value), goal ?? max);
  const lowest = 10 ** Math.floor(Math.log10(Math.max(min, 1e-6) / 1.5));
  const across = (value: number): number =>
    logarithmic ? (Math.log(Math.max(value, lowest) / lowest) / Math.log(max / lowest)) * SPAN : (value / max) * SPAN;
  const left = PADDING + LABELS;
  const first = top + HEAD - 14;
  const scale = logarithmic ? ', each tenfold step as wide' : '';
  const lines = bars.map((bar, at) =>
    drawBar(bar, { left, y: first + at * ROW, width: Math.max(2, across(bar.value)) }),
  );
  if (goal !== undefined) {
    const x = (left + across(goal)).toFixed(1);
    lines.push(
      `<line x1="${x}" x2="${x}" y1="${first - 8}" y2="${first + bars.length * ROW - 4}" stroke="#a8400c" stroke-width="1.5" stroke-dasharray="4 3"/>`,
      `<text x="${x}" y="${first - 12}" text-anchor="middle" font-size="11" fill="#a8400c">goal ${number(goal)}</text>`,
    );
  }
  return [
    `<text x="${PADDING}" y="${top + 8}" font-weight="600" fill="#1d231f">${escapeXml(title)}</text>`,
    `<text x="${PADDING}" y="${top + 23}" font-size="11" fill="#586159">${escapeXml(unit + scale)}</text>`,
    ...lines,
  ].join('\n');
}

function drawBar({ label, value, other }: Bar, place: { left: number; y: number; width: number }): string {
  const { left, y, width } = place;
  return [
    `<text x="${left - 10}" y="${y + 13}" text-anchor="end" fill="#1d231f">${escapeXml(label)}</text>`,
    `<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="18" rx="3" fill="${other ? '#c3bfb2' : '#1a7440'}"/>`,
    `<text x="${(left + width + 7).toFixed(1)}" y="${y + 13}" fill="#586159">${number(value)}</text>`,
  ].join('\n');
}

function number(value: number): string {
  return rounded(value).toLocaleString('en');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
