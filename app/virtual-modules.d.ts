/** A module as the text of a script (server/build/vite-plugins.ts). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}

/** One icon as a component (server/build/vite-plugins.ts). */
declare module 'virtual:icons/*' {
  const Icon: ReturnType<typeof import('./components/icon.tsx').icon>;
  export default Icon;
}
