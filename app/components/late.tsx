import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A component in a script of its own, loaded when `wanted` becomes true. Without a network it is not there until that happens again. */
export function useLate<Props>(load: Load<Props>, wanted: boolean): ComponentType<Props> | undefined {
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
  return Component;
}

export function Late({ load, wanted }: { load: Load<object>; wanted: boolean }) {
  const Component = useLate(load, wanted);
  return Component ? <Component /> : null;
}
