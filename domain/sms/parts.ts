/** How mobile operators count a text message. */

/** The letters of GSM 03.38, one septet each, and those that take two. */
const LETTERS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const IN_TWO = new Set('\f^{}\\[~]|€');

/** As so many parts it is paid for: 160 letters, or 70 where one is of another alphabet; a long text joins smaller parts. */
export function smsParts(text: string): number {
  const letters = [...text];
  const isLatin = letters.every((letter) => LETTERS.has(letter) || IN_TWO.has(letter));
  const size = isLatin ? letters.length + letters.filter((letter) => IN_TWO.has(letter)).length : text.length;
  const [alone, joined] = isLatin ? [160, 153] : [70, 67];
  return size <= alone ? 1 : Math.ceil(size / joined);
}
