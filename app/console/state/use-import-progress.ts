import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import type { ImportJob } from '../../../server/catalogue/import-job.ts';
import { loadInBackground } from './background.ts';
import { type ImportProgress, importProgress } from './import-progress.ts';

/** How long to wait for the shop to tell of progress before asking, in ms. */
const ASK_AFTER_MS = 2_000;

/** How far a job is. Loads the screen's data again when the shop tells of another job or state, or tells nothing while the job is at work. */
export function useImportProgress(job: ImportJob | null): ImportProgress | null {
  const { revalidate } = useRevalidator();
  const told = importProgress.use();
  const ask = useEffectEvent((): void => {
    void loadInBackground(revalidate);
  });
  const toldState = told && `${told.id} ${told.state}`;
  const knownState = job && `${job.id} ${job.state}`;
  // What was told before may be older than what is known.
  const askIfNew = useEffectEvent((state: string): void => {
    if (state !== knownState) ask();
  });
  useEffect(() => {
    if (toldState) askIfNew(toldState);
  }, [toldState]);
  const isWorking = job?.state === 'checking' || job?.state === 'importing';
  useEffect(() => {
    if (!isWorking) return;
    // Another process may be at work, or the live connection may be lost.
    const timer = setTimeout(() => ask(), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWorking, job, told]);
  return toldState === knownState ? told : job;
}
