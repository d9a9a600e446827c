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

/** The whole picture; a placeholder when there is none. */
export function Picture({ imgUrl, alt, sizes, thumbnail = false, eager = false, className }: PictureProps) {
  const sources = pictureSources(imgUrl, thumbnail);
  if (!sources) return <Placeholder className={className} alt={alt} />;
  return (
    <picture>
      {sources.avif ? <source type="image/avif" sizes={sizes} srcSet={sources.avif} /> : null}
      <img
        alt={alt}
        width={320}
        height={320}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        src={sources.src}
        className={className}
      />
    </picture>
  );
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

function Placeholder({ alt, className }: { alt: string; className: string | undefined }) {
  return (
    <svg viewBox="0 0 48 48" className={className} role={alt ? 'img' : 'presentation'} aria-label={alt || undefined}>
      <rect width="48" height="48" className="fill-sunken" />
      <path
        d="M13 20h22l-2.4 13.2a2 2 0 0 1-2 1.8H17.4a2 2 0 0 1-2-1.8L13 20Zm5 0 4-7m8 7-4-7m-5 12v6m6-6v6"
        className="fill-none stroke-muted"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
