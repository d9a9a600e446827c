import { type ComponentType, useEffect, useState } from 'react';

interface LateProps<Props> {
  /** The address from an import with `?late-script`; the component is that module's default export. */
  script: string;
  /** Loads the script when it is true for the first time. */
  wanted: boolean;
  hidden?: boolean;
  props: Props;
}

/** A component in a script of its own, which is loaded when it is wanted. Without a network it is just not there. */
export function Late<Props extends object>({ script, wanted, hidden = false, props }: LateProps<Props>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (!wanted) return;
    import(/* @vite-ignore */ script).then(
      (module: { default: ComponentType<Props> }) => setComponent(() => module.default),
      () => undefined,
    );
  }, [script, wanted]);
  return Component && !hidden ? <Component {...props} /> : null;
}
