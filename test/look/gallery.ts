/** The page of tiles: all pictures of a run, alone or beside those of another one. */
import { LOOKS, type LookName } from './looks.ts';
import { type Fault, fileOf, type Picture } from './photograph.ts';
import type { Group } from './screen.ts';

export interface Shown extends Picture {
  /** Beside one of another run: the share of its pixels that differ; null: that run has no such picture. */
  differs?: number | null;
}

interface Run {
  name: string;
  pictures: readonly Shown[];
  faults: readonly Fault[];
  /** The folder of the other run, seen from this one, and its name. */
  against?: string;
}

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
  body { margin: 0 16px 40px; }
  header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 8px 0; background: Canvas; }
  h1, h2, h3 { font-size: 16px; margin: 0; } h2 { margin-top: 32px; font-size: 20px; } h3 { margin: 16px 0 4px; }
  h3 small, figcaption { font-weight: 400; color: GrayText; }
  .tiles { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
  figure { margin: 0; } figure div { display: flex; gap: 4px; }
  figure a { display: block; overflow: hidden; max-height: 560px; outline: 1px solid #8886; }
  figure a:focus-visible { outline: 3px solid Highlight; }
  img { display: block; height: auto; }
  .differs a { outline: 3px solid #d43; } .wider figcaption { color: #d43; font-weight: 600; }
  .faults { color: #d43; }`;

/** Shows only the looks that are ticked, and when asked only what differs. */
const SCRIPT = `
  const form = document.querySelector('form');
  const choose = () => {
    const looks = new Set([...new FormData(form).getAll('look')]);
    const differing = form.elements.differing?.checked;
    const text = form.elements.text.value.toLowerCase();
    for (const figure of document.querySelectorAll('figure'))
      figure.hidden = !looks.has(figure.dataset.look) || (differing && !figure.matches('.differs'));
    for (const screen of document.querySelectorAll('article'))
      screen.hidden = !screen.textContent.toLowerCase().includes(text) || !screen.querySelector('figure:not([hidden])');
    for (const group of document.querySelectorAll('section')) group.hidden = !group.querySelector('article:not([hidden])');
  };
  form.addEventListener('input', choose);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.elements.all.addEventListener('click', () => {
    const boxes = [...form.querySelectorAll('[name=look]')];
    const on = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = on;
    choose();
  });
  choose();`;

export function galleryOf(groups: readonly Group[], run: Run): string {
  const looks = [...new Set(run.pictures.map(({ look }) => look))];
  const differing = run.pictures.filter(isDifferent).length;
  const title = run.against === undefined ? run.name : `${run.against} and ${run.name}`;
  const sections = groups.map(({ title: group, screens }) => {
    const articles = screens.map((screen) => {
      const tiles = run.pictures.filter((picture) => picture.screen === screen.name);
      if (tiles.length === 0) return '';
      return `<article><h3>${escaped(screen.title)} <small>${screen.name}</small></h3><div class="tiles">${tiles.map((tile) => tileOf(tile, run)).join('')}</div></article>`;
    });
    return `<section><h2>${escaped(group)}</h2>${articles.join('')}</section>`;
  });
  const faults = run.faults.map(
    ({ screen, look, what }) => `<li>${screen}, ${LOOKS[look].title}: ${escaped(what)}</li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style>
<form><header><h1>${escaped(title)}</h1>
${looks.map((look) => `<label><input type="checkbox" name="look" value="${look}" checked> ${LOOKS[look].title}</label>`).join('\n')}
<button type="button" name="all">All or none</button>
${run.against === undefined ? '' : `<label><input type="checkbox" name="differing"> Only the ${differing} that differ</label>`}
<input type="search" name="text" aria-label="Screens" placeholder="Screens">
</header></form>
${faults.length > 0 ? `<ul class="faults">${faults.join('')}</ul>` : ''}
${sections.join('\n')}
<script>${SCRIPT}</script></html>`;
}

export const isDifferent = ({ differs }: Shown): boolean => differs !== undefined && differs !== 0;

function tileOf(picture: Shown, { against }: Run): string {
  const { look, wider, differs } = picture;
  const file = fileOf(picture);
  const both = against !== undefined && differs !== null && differs !== undefined && differs > 0;
  const images = [...(both ? [`../${against}/${file}`] : []), file].map((source) => imageOf(source, picture));
  const notes = [
    LOOKS[look].title,
    ...(wider > 0 ? [`${wider} px wider than the screen`] : []),
    ...(differs === null ? ['new'] : differs ? [`${(differs * 100).toFixed(1)} % differs`] : []),
  ];
  const marks = [...(isDifferent(picture) ? ['differs'] : []), ...(wider > 0 ? ['wider'] : [])].join(' ');
  return `<figure data-look="${look}" class="${marks}"><div>${images.join('')}</div><figcaption>${notes.join(' · ')}</figcaption></figure>`;
}

function imageOf(source: string, { screen, look, width, height }: Picture): string {
  const shown = Math.round(width / (width > 1000 ? 3 : 2));
  const alt = `${screen}, ${titleOf(look)}`;
  return `<a href="${source}"><img loading="lazy" src="${source}" width="${shown}" height="${Math.round((shown * height) / width)}" alt="${alt}"></a>`;
}

const titleOf = (look: LookName): string => LOOKS[look].title;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
