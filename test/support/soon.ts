/** For `vi.waitFor` and `vi.waitUntil`, whose own limit is one second: a busy machine takes longer. */
export const SOON = { timeout: 300_000 };
