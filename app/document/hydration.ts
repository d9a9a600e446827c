import { useEffect } from 'react';

/** The window's event when React has taken over the page. The inline scripts then end their work. */
export const HYDRATED = 'hydrated';

/** The performance mark of the first touch, wheel or key: from then on nobody's scroll place is moved. */
export const TOUCHED = 'touched';

export function useHydrationEvent(): void {
  useEffect(() => {
    // In a later task, because React first shows what the browser has stored, and that can replace a button.
    const timer = setTimeout(() => dispatchEvent(new Event(HYDRATED)));
    return () => clearTimeout(timer);
  }, []);
}

/** The name of the chunk that holds React and React Router: vite.config.ts makes it, start-scripts.ts runs it first. */
export const FRAMEWORK_CHUNK = 'framework';
