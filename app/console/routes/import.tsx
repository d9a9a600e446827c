import { AN_ERROR_OCCURED } from '#messages';
import { type ActionFunctionArgs, type LoaderFunctionArgs, useFetcher, useLoaderData } from 'react-router';
import { formAnswer, formText, refuseForm, servicesOf } from '../../context.ts';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { ImportFileForm } from '../import/import-file-form.tsx';
import { ImportJobPanel } from '../import/import-job-panel.tsx';
import { Screen } from '../components/screen.tsx';
import { actorOf } from '../context.ts';
import { type Answer, keepForm, useAnswerToast } from '../state/answer.ts';
import { useImportProgress } from '../state/use-import-progress.ts';

export async function loader(args: LoaderFunctionArgs) {
  return { job: await servicesOf(args).importJobs.latest() };
}

export async function action(args: ActionFunctionArgs) {
  const by = await actorOf(args);
  const id = formText(await args.request.formData(), 'id');
  const start = async () => {
    const job = await servicesOf(args).importJobs.start(id, by);
    if (job === 'unknown') {
      const error = 'Another file has been checked meanwhile. Check yours again.';
      return refuseForm<Answer>(args, { status: 404 }, { error });
    }
    if (job === 'not-checked') {
      return refuseForm<Answer>(args, { status: 409 }, { error: 'This file cannot be imported. Check it again.' });
    }
    return {};
  };
  return formAnswer(args, start, { error: AN_ERROR_OCCURED } satisfies Answer);
}

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
  const removed = job?.summary?.removed ?? 0;
  const ready = job?.state === 'checked' && fetcher.state === 'idle';
  return (
    <Screen title="Import">
      <ImportFileForm busy={isWorking} ready={ready}>
        {ready && removed > 0 ? (
          <ConfirmButton
            label="Import"
            className="btn btn-primary"
            title={removed === 1 ? 'Import, and remove 1 product?' : `Import, and remove ${removed} products?`}
            text="They leave the shop at once. Orders keep what they have of them."
            onConfirm={start}
          />
        ) : (
          <button type="button" className="btn btn-primary" disabled={!ready} onClick={start}>
            Import
          </button>
        )}
      </ImportFileForm>
      {job ? <ImportJobPanel job={job} /> : null}
    </Screen>
  );
}
