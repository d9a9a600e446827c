const QUALITY = 0.88;

/** What a canvas shows as a file: WebP, or JPEG where the browser cannot write WebP. */
export async function pictureOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const encode = (type: string) =>
    new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, QUALITY);
    });
  const webp = await encode('image/webp');
  if (webp?.type === 'image/webp') return webp;
  // JPEG knows no transparency, and would make it black.
  const context = canvas.getContext('2d');
  if (context) {
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return encode('image/jpeg');
}

/** A picture with sides of at most `most` pixels; null when the browser cannot read it, as with HEIC on a desk. */
export async function scaledPicture(file: Blob, most: number): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, most / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return pictureOf(canvas);
}
