import { BACK_TO_SHOP, SEE_ALL_GROCERIES } from '#messages';
import { Link } from 'react-router';
import { Page } from './page.tsx';

/** Product §2. */
export function ErrorScreen({ title, status, text }: { title: string; status: string; text: string }) {
  return (
    <Page title={title}>
      <div className="mx-auto flex max-w-lg flex-col items-center gap-3 py-16 text-center">
        <h1 className="text-2xl font-bold">{title}</h1>
        {status ? <p className="text-lg font-semibold text-clay">{status}</p> : null}
        {text ? <p className="max-w-full break-words text-muted">{text}</p> : null}
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Link to="/" className="btn btn-primary">
            {BACK_TO_SHOP}
          </Link>
          <Link to="/groceries" className="btn btn-quiet">
            {SEE_ALL_GROCERIES}
          </Link>
        </div>
      </div>
    </Page>
  );
}
