import { useEffect } from 'react';
import { HYDRATED } from './hydration-event.ts';

/** Sends the event `HYDRATED` to the inline scripts when React has taken over the page. */
export function useHydrationEvent(): void {
  useEffect(() => {
    // In a later task, because React first shows what the browser has stored, and that can replace a button.
    const timer = setTimeout(() => dispatchEvent(new Event(HYDRATED)));
    return () => clearTimeout(timer);
  }, []);
}
