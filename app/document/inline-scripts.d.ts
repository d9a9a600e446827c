/** A module as the text of a script (server/build/inline-scripts.ts). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}

/** A module's address (server/build/late-scripts.ts). */
declare module '*?late-script' {
  const address: string;
  export default address;
}
