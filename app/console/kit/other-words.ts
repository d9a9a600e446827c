/** Words that shoppers may type besides a name: stored with `|` between them, and written with commas. */
export function writtenWords(stored: string): string {
  return stored.replaceAll('|', ', ');
}

export function storedWords(written: string): string {
  return written.replace(/\s*[,،]\s*/g, '|');
}
