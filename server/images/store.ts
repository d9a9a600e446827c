/** A store of picture files. Keys are `p/<hash>-320.webp`, as server/images/images.ts makes them. */
export interface PictureStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  /** No error when there is no such file. */
  delete(key: string): Promise<void>;
}
