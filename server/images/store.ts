/** Where picture files are kept. Keys are `p/<hash>-320.webp`, as server/images/images.ts makes them. */
export interface PictureStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The file's bytes; null when there is none. */
  get(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  /** Quiet about files that are gone already. */
  delete(key: string): Promise<void>;
}
