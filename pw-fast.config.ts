import config from './playwright.config.ts';
export default { ...config, retries: 0, timeout: 120_000, expect: { timeout: 30_000 } };
