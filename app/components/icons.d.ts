/** One icon as a component (server/build/icons.ts). */
declare module 'virtual:icons/*' {
  const Icon: ReturnType<typeof import('./icon.tsx').icon>;
  export default Icon;
}
