import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { FileField } from './file-field.tsx';

/** The shape of the pictures on cards. */
const RATIO = 4 / 3;
/** The largest width that is sent, in pixels: more than any screen shows. */
const MAX_WIDTH = 1_200;
/** How far an arrow key moves the part that is kept, in percent. */
const STEP = 5;
const QUALITY = 0.88;

interface PictureCropProps {
  error: string | undefined;
  canvas: RefObject<HTMLCanvasElement | null>;
}

/**
 * The file input for a product's picture. What is chosen is shown cut to the shop's 4:3; dragging it, or the arrow keys, choose the part that
 * is kept. A file that the browser cannot read stays as it is: the shop cuts it.
 */
export function PictureCrop({ error, canvas }: PictureCropProps) {
  const [chosen, setChosen] = useState<{ picture: ImageBitmap | null; choice: number }>();
  const choices = useRef(0);

  const show = async (file: File | undefined): Promise<void> => {
    const choice = (choices.current += 1);
    const picture = file ? await createImageBitmap(file).catch(() => null) : null;
    if (choice === choices.current) setChosen(file && { picture, choice });
  };

  return (
    <div className="flex flex-col gap-1.5">
      <FileField
        label="Picture"
        name="picture"
        accept="image/*"
        error={error}
        onChange={(event) => void show(event.currentTarget.files?.[0])}
      />
      {chosen?.picture ? <Crop key={chosen.choice} picture={chosen.picture} canvas={canvas} /> : null}
      {chosen?.picture === null ? (
        <p className="text-sm text-muted">
          This browser cannot show the picture. The shop cuts it to 4:3 when you save.
        </p>
      ) : null}
    </div>
  );
}

function Crop({ picture, canvas }: { picture: ImageBitmap; canvas: RefObject<HTMLCanvasElement | null> }) {
  const { width, height } = picture;
  const isWide = width > height * RATIO;
  const kept = isWide ? { width: height * RATIO, height } : { width, height: width / RATIO };
  /** How much is cut off along the side that is too long. */
  const spare = isWide ? width - kept.width : height - kept.height;
  /** Where the kept part begins, in percent of what can be cut off. */
  const [at, setAt] = useState(50);
  const dragged = useRef<{ from: number; at: number }>(null);
  const scale = Math.min(1, MAX_WIDTH / kept.width);
  const size = { width: Math.round(kept.width * scale), height: Math.round((kept.width * scale) / RATIO) };

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const offset = (spare * at) / 100;
    context.clearRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(
      picture,
      isWide ? offset : 0,
      isWide ? 0 : offset,
      kept.width,
      kept.height,
      0,
      0,
      size.width,
      size.height,
    );
  });

  const move = (to: number): void => setAt(Math.min(100, Math.max(0, to)));
  const along = (event: PointerEvent): number => (isWide ? event.clientX : event.clientY);
  const drag = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!dragged.current || spare === 0) return;
    const { width: shown } = event.currentTarget.getBoundingClientRect();
    // The picture follows the finger, so the kept part goes the other way.
    const pixels = ((dragged.current.from - along(event)) * kept.width) / shown;
    move(dragged.current.at + (pixels / spare) * 100);
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(at + step);
  };

  return (
    <>
      <canvas
        ref={canvas}
        width={size.width}
        height={size.height}
        tabIndex={0}
        role="slider"
        aria-label="Part of the picture that is kept"
        aria-orientation={isWide ? 'horizontal' : 'vertical'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(at)}
        className={`aspect-4/3 w-full max-w-sm cursor-move rounded-xl bg-tint ${isWide ? 'touch-pan-y' : 'touch-pan-x'}`}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = { from: along(event), at };
        }}
        onPointerMove={drag}
        onPointerUp={() => (dragged.current = null)}
        onPointerCancel={() => (dragged.current = null)}
      />
      {spare > 0 ? (
        <p className="text-sm text-muted">Drag the picture, or use the arrow keys, to choose the part that is kept.</p>
      ) : null}
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowUp: -STEP,
  ArrowRight: STEP,
  ArrowDown: STEP,
  Home: -100,
  End: 100,
};

/** The kept part as a file: WebP, or JPEG where the browser cannot write WebP. */
export async function pictureOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const encode = (type: string) =>
    new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, QUALITY);
    });
  const webp = await encode('image/webp');
  return webp?.type === 'image/webp' ? webp : encode('image/jpeg');
}
