import { useEffect } from 'react';
import { HYDRATED } from './hydration-event.ts';

export function useHydrationEvent(): void {
  useEffect(() => {
    // In a later task, because React first shows what the browser has stored, and that can replace a button.
    const timer = setTimeout(() => dispatchEvent(new Event(HYDRATED)));
    return () => clearTimeout(timer);
  }, []);
}
