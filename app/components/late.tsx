import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';

interface LateProps<Props> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  wanted: boolean;
  props: Props;
  /** What is there until then. */
  children?: ReactNode;
}

/** A component in a script of its own, loaded when `wanted` becomes true. Without a network it is not there. */
export function Late<Props extends object>({ load, wanted, props, children }: LateProps<Props>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const onWanted = useEffectEvent(() => {
    load().then(
      (module) => setComponent(() => module.default),
      () => undefined,
    );
  });
  useEffect(() => {
    if (wanted) onWanted();
  }, [wanted]);
  return Component ? <Component {...props} /> : children;
}
