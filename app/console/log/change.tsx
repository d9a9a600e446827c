import { Link } from 'react-router';
import { EmailText } from '../../components/email-text.tsx';
import { Time } from '../components/age.tsx';
import { actorName, changeSentence, type LoggedChange } from './change-sentence.ts';

export function Change({ change }: { change: LoggedChange & { at: Date; actor: string } }) {
  const { before, thing, after } = changeSentence(change);
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_14rem_12.5rem] lg:px-5">
      <p className="min-w-0 wrap-anywhere">
        {before}
        {thing?.to ? (
          <Link to={thing.to} className="-my-3 inline-block py-3 font-semibold text-leaf hover:underline">
            {thing.text}
          </Link>
        ) : (
          thing?.text
        )}
        {after}
      </p>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted lg:contents">
        <p className="min-w-0 wrap-anywhere lg:text-base">
          <EmailText email={actorName(change.actor)} />
        </p>
        <p className="lg:text-right lg:text-base">
          <Time at={change.at} />
        </p>
      </div>
    </li>
  );
}
