import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** A component in a script of its own, loaded when `wanted` becomes true. Without a network it is not there until that happens again. */
export function Late({ load, wanted }: { load: () => Promise<{ default: ComponentType }>; wanted: boolean }) {
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
