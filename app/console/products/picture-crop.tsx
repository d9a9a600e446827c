import { type RefObject, useEffect, useRef, useState } from 'react';
import { FileField } from '../components/file-field.tsx';

/** The shape of the pictures on cards. */
const RATIO = 4 / 3;
/** The largest width that is sent, in pixels: more than any screen shows. */
const MAX_WIDTH = 1_200;

type Canvas = RefObject<HTMLCanvasElement | null>;

/**
 * The file input for a product's picture. What is chosen is shown cut to the shop's 4:3; a slider chooses the part that is kept. A file
 * that the browser cannot read stays as it is: the shop cuts it.
 */
export function PictureCrop({ error, canvas }: { error: string | undefined; canvas: Canvas }) {
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

function Crop({ picture, canvas }: { picture: ImageBitmap; canvas: Canvas }) {
  const { width, height } = picture;
  const kept = { width: Math.min(width, height * RATIO), height: Math.min(height, width / RATIO) };
  /** Where the kept part begins, in percent of what can be cut off. */
  const [at, setAt] = useState(50);
  const scale = Math.min(1, MAX_WIDTH / kept.width);
  const size = { width: Math.round(kept.width * scale), height: Math.round((kept.width * scale) / RATIO) };

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    const [left, top] = [((width - kept.width) * at) / 100, ((height - kept.height) * at) / 100];
    context.drawImage(picture, left, top, kept.width, kept.height, 0, 0, size.width, size.height);
  });

  return (
    <>
      <canvas
        ref={canvas}
        width={size.width}
        height={size.height}
        className="aspect-4/3 w-full max-w-sm rounded-xl bg-tint"
      />
      {kept.width * kept.height < width * height ? (
        <label className="text-sm text-muted">
          Part of the picture that is kept
          <input
            type="range"
            step={5}
            value={at}
            onChange={({ currentTarget }) => setAt(currentTarget.valueAsNumber)}
            className="block h-11 w-full max-w-sm accent-leaf"
          />
        </label>
      ) : null}
    </>
  );
}
