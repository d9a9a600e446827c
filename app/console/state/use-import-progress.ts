import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { loadInBackground } from './background.ts';

/** The pause between two questions, in ms. */
const PAUSE_MS = 500;

export function useImportProgress(isWorking: boolean): void {
  const { revalidate } = useRevalidator();
  const load = useEffectEvent((): Promise<void> => loadInBackground(revalidate));
  useEffect(() => {
    if (!isWorking) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askLater = (): void => {
      timer = setTimeout(async () => {
        await load();
        if (timer) askLater();
      }, PAUSE_MS);
    };
    askLater();
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [isWorking]);
}
