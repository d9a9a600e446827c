/** The name of the chunk that holds React and React Router: vite.config.ts makes it, start-scripts.ts runs it first. */
export const FRAMEWORK_CHUNK = 'framework';
