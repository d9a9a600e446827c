interface Screens {
  /** The framework's hash of all scripts: the version of the shop that made this document. */
  readonly version: string;
  /** By the routes' ids. */
  readonly routes: Readonly<
    Record<string, { readonly module: string; readonly imports: readonly string[] } | undefined>
  >;
}

/** The screens and their scripts, which the framework gives to every document (decision 30). */
export function screens(): Screens {
  return Reflect.get(window, '__reactRouterManifest');
}
