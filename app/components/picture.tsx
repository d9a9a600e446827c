import { escapeHtml } from '../../base/html.ts';
import { pictureSources } from '../../domain/catalogue/picture.ts';

/** The displayed width of a card's picture, so that the browser can choose a file. */
export const CARD_SIZES = '(min-width: 64rem) 220px, (min-width: 40rem) 200px, 44vw';

interface PictureProps {
  imgUrl: string | null;
  /** Empty where the name stands beside the picture. */
  alt: string;
  /** The displayed width. */
  sizes: string;
  /** At most 100 px wide. */
  thumbnail?: boolean;
  /** On the first screen: loaded immediately and with priority. */
  eager?: boolean;
  className?: string;
}

/** The whole picture; a placeholder when there is none. As HTML, for the cards too. */
export function pictureHtml({ imgUrl, alt, sizes, thumbnail = false, eager = false, className }: PictureProps): string {
  const sources = pictureSources(imgUrl, thumbnail);
  const look = className ? ` class="${className}"` : '';
  if (!sources) return placeholder(look, escapeHtml(alt));
  const avif = sources.avif ? `<source type="image/avif" sizes="${sizes}" srcset="${sources.avif}">` : '';
  const first = eager ? 'eager" fetchpriority="high' : 'lazy';
  const attributes = `alt="${escapeHtml(alt)}" width="320" height="320" loading="${first}" src="${escapeHtml(sources.src)}"`;
  return `<picture>${avif}<img ${attributes}${look}></picture>`;
}

export function Picture(picture: PictureProps) {
  return <span className="contents" dangerouslySetInnerHTML={{ __html: pictureHtml(picture) }} />;
}

interface ThumbnailProps extends Pick<PictureProps, 'imgUrl' | 'sizes' | 'className'> {
  /** Its tint is behind the picture (theme.css). */
  category: string;
}

/** Beside a name. */
export function Thumbnail({ imgUrl, category, sizes, className }: ThumbnailProps) {
  return (
    <span data-tint={category} className={`shrink-0 bg-tint p-1 ${className}`}>
      <Picture imgUrl={imgUrl} alt="" thumbnail sizes={sizes} className="size-full object-contain" />
    </span>
  );
}

function placeholder(look: string, alt: string): string {
  const role = alt ? `role="img" aria-label="${alt}"` : 'role="presentation"';
  return (
    `<svg viewBox="0 0 48 48" ${role}${look}><rect width="48" height="48" class="fill-sunken"/>` +
    '<path d="M13 20h22l-2.4 13.2a2 2 0 0 1-2 1.8H17.4a2 2 0 0 1-2-1.8L13 20Zm5 0 4-7m8 7-4-7m-5 12v6m6-6v6" ' +
    'class="fill-none stroke-muted" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'
  );
}
