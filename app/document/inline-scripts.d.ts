/** A module as the text of a script (server/build/inline-scripts.ts). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}
