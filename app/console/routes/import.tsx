import { useState, useEffect, useEffectEvent } from 'react';
import { servicesFor } from '../context.ts';
import { type LoaderFunctionArgs, useFetcher, useLoaderData, useRevalidator } from 'react-router';
import { formText } from '../../context.ts';
import { Button } from '../components/button.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { ImportFileForm } from '../import/import-file-form.tsx';
import { ImportJobPanel } from '../import/import-job-panel.tsx';
import { Screen } from '../components/screen.tsx';
import { operatorAction, refuse } from '../operator-action.ts';
import { type Answer, keepForm, useAnswerToast } from '../state/answer.ts';
import { loadInBackground } from '../state/background.ts';

export async function loader(args: LoaderFunctionArgs) {
  return { job: await (await servicesFor(args, 'products')).importJobs.latest() };
}

export const action = operatorAction('products', async (args, { by, services }) => {
  const job = await services.importJobs.start(formText(await args.request.formData(), 'id'), by);
  if (job === 'unknown') return refuse(args, 404, 'Another file has been checked meanwhile. Check yours again.');
  return job === 'not-checked' ? refuse(args, 409, 'This file cannot be imported. Check it again.') : {};
});

export const clientAction = keepForm;

export default function Import() {
  const { job } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<Answer>();
  useAnswerToast(fetcher);
  const isWorking = job?.state === 'checking' || job?.state === 'importing';
  useImportProgress(isWorking);
  const start = (): void => {
    if (job) void fetcher.submit({ id: job.id }, { method: 'post' });
  };
  // The file that this screen has checked; null while another one is chosen, undefined before any was.
  const [checked, setChecked] = useState<string | null>();
  const removed = job?.summary?.removed ?? 0;
  const isWanted = checked === undefined || checked === job?.id;
  const ready = job?.state === 'checked' && isWanted && fetcher.state === 'idle';
  return (
    <Screen title="Import">
      <ImportFileForm busy={isWorking} ready={ready} onChecked={setChecked}>
        {ready && removed > 0 ? (
          <ConfirmButton
            label="Import"
            look="primary"
            aria-describedby="to-import"
            title={removed === 1 ? 'Import, and remove 1 product?' : `Import, and remove ${removed} products?`}
            text="They leave the shop at once. Orders keep what they have of them."
            onConfirm={start}
          />
        ) : (
          <Button label="Import" disabled={!ready} aria-describedby="to-import" onClick={start} />
        )}
        <p id="to-import" className="w-full text-sm break-words text-muted">
          {ready ? `Import brings ${job.fileName}, as ${job.by} has checked it.` : 'Import brings what was checked.'}
        </p>
      </ImportFileForm>
      {job ? <ImportJobPanel job={job} /> : null}
    </Screen>
  );
}

/** The pause between two questions, in ms. */
const PAUSE_MS = 500;

function useImportProgress(isWorking: boolean): void {
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
