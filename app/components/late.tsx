import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

interface LateProps {
  load: () => Promise<{ default: ComponentType }>;
  /** Loads the component whenever it becomes true. */
  wanted: boolean;
}

/** A component in a script of its own, which is loaded when it is wanted. Without a network it is just not there until it is wanted again. */
export function Late({ load, wanted }: LateProps) {
  const [Component, setComponent] = useState<ComponentType>();
  const onWanted = useEffectEvent(() => {
    load().then(
      (module) => setComponent(() => module.default),
      () => undefined,
    );
  });
  useEffect(() => {
    if (wanted) onWanted();
  }, [wanted]);
  return Component ? <Component /> : null;
}
