/** A screen of the console, and the parts of many: panels, marks, checks, progress; what the root loader knows. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { createValue } from '../../state/value.ts';
import { share } from '../../components/share.ts';
import { Button, ButtonLink } from './form.tsx';
import { hasRight, type Right } from '../../../domain/accounts/roles.ts';
import type { loader } from '../root.tsx';
import type { Check } from '../../../domain/shop/checks.ts';
import { grouped } from './values.tsx';
import { formatNumber } from '../../../messages/format.ts';
import { t, told } from '../../../messages/console/t.ts';

export { Notice } from '../../components/notice.tsx';

/** How many orders have come since the operator last did something in this window. */
export const newOrders = createValue(0);

interface ScreenProps {
  title: string;
  heading?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Screen({ title, heading = title, actions, children }: ScreenProps) {
  const count = newOrders.use();
  const shop = useRootData()?.shop.name ?? '';
  return (
    <>
      <title>{`${count > 0 ? `(${formatNumber(count)}) ` : ''}${title} · ${t('{shop} console', { shop })}`}</title>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <h1 className="mr-auto min-w-0 break-words">{heading}</h1>
        {actions}
      </div>
      <div className="flex flex-col gap-4 print:block">{children}</div>
    </>
  );
}

interface NothingHereProps {
  title: string;
  to: string;
  link: string;
  children: ReactNode;
}

export function NothingHere({ title, to, link, children }: NothingHereProps) {
  return (
    <Screen title={title}>
      <p className="max-w-prose text-muted">{children}</p>
      <ButtonLink to={to} label={link} look="primary" className="self-start" />
    </Screen>
  );
}

const LINKS = [
  { to: '/settings', text: t('Shop') },
  { to: '/pages', text: t('Pages') },
  { to: '/areas', text: t('Areas') },
  { to: '/categories', text: t('Categories') },
  { to: '/riders', text: t('Riders') },
  { to: '/poster', text: t('Poster') },
  { to: '/health', text: t('Health') },
  // Until the shop is open.
  { to: '/opening', text: t('Opening') },
];

export const SETTINGS_PATHS = LINKS.map(({ to }) => to);

/** A screen of what the operator sets, with links to the others. */
export function SettingsScreen({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const links = useRootData()?.open ? LINKS.slice(0, -1) : LINKS;
  return (
    <Screen title={title}>
      <nav aria-label={t('Settings')} className="-mx-1 -mt-2 flex flex-wrap gap-x-1 print:hidden">
        {links.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname === to ? 'page' : undefined}
            className="chip text-muted hover:text-ink aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong"
          >
            {text}
          </Link>
        ))}
      </nav>
      {children}
    </Screen>
  );
}

export type RootData = Exclude<ReturnType<typeof useRootData>, undefined>;

/** The root loader's data; undefined in a document whose root loader failed. */
export function useRootData() {
  return useRouteLoaderData<typeof loader>('root');
}

/** Whether whoever is logged in has a right. The shop itself checks it (app/console/context.ts). */
export function useRight(right: Right): boolean {
  return hasRight(useRootData()?.operator?.role ?? '', right);
}

/** A link for whoever may open its screen; for others its text alone. */
export function LinkFor({ right, ...link }: ComponentProps<typeof Link> & { right: Right }) {
  return useRight(right) ? <Link {...link} /> : link.children;
}

export function Panel({ heading, mark, children }: { heading: string; mark?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel flex flex-col gap-3 p-4 sm:p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="min-w-0 text-lg break-words">
          {heading}
        </h2>
        {mark}
      </div>
      {children}
    </section>
  );
}

const LOOKS = {
  good: 'bg-leaf-soft text-leaf-strong',
  plain: 'bg-sunken text-muted',
  bad: 'bg-danger-soft text-danger',
} as const;

/** A word or two beside a name. */
export function Mark({ text, look }: { text: string; look: keyof typeof LOOKS }) {
  return (
    <span className={`rounded-full px-2 py-1 text-xs font-semibold whitespace-nowrap ${LOOKS[look]}`}>{text}</span>
  );
}

/** The lines of the doctor. What its owners cannot mend can be sent on, with the names of the settings. */
export function CheckLists({ checks }: { checks: readonly Check[] }) {
  const shop = useRootData()?.shop.name ?? '';
  const installers = checks.filter(({ by }) => by === 'installer');
  const wrong = installers.filter(({ ok }) => !ok).map(({ name, text }) => `- ${name}: ${text}`);
  const title = t('What {shop} still needs', { shop });
  const sendOn = () =>
    share({ title, text: [`${title}:`, ...wrong].join('\n') }, t('Copied: paste it into a message.'));
  return (
    <>
      <CheckList heading={t('You')} checks={checks.filter(({ by }) => by === 'owner')} />
      <CheckList heading={t('Whoever installed it')} checks={installers} />
      {wrong.length > 0 ? (
        <Button look="quiet" label={t('Send them this list')} className="self-start" onClick={() => void sendOn()} />
      ) : null}
    </>
  );
}

function CheckList({ heading, checks }: { heading: string; checks: readonly Check[] }) {
  const id = useId();
  return (
    <div>
      <h3 id={id}>{heading}</h3>
      <ul aria-labelledby={id} className="rows">
        {checks.map(({ name, ok, plain }) => (
          <li key={name} className="flex items-baseline gap-2 py-2">
            <span className={`w-4 shrink-0 font-extrabold ${ok ? 'text-leaf' : 'text-clay'}`}>
              <span className="sr-only">{`${ok ? t('Good:') : t('To do:')} `}</span>
              <span aria-hidden>{ok ? '✓' : '!'}</span>
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <b className="font-semibold">{told(name)}:</b> {told(plain)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ProgressProps {
  label: string;
  done: number;
  total: number;
  /** What is counted: 'rows'. Without it only the share is shown. */
  unit?: string | undefined;
}

export function Progress({ label, done, total, unit }: ProgressProps) {
  const percent = total > 0 ? Math.floor((100 * Math.min(done, total)) / total) : 0;
  const text = unit
    ? t('{done} of {total} {unit}', { done: grouped(done), total: grouped(total), unit })
    : `${percent} %`;
  return (
    <div className="flex flex-col gap-1">
      <p aria-hidden className="flex justify-between gap-3 text-sm">
        <span className="font-semibold">{label}</span>
        <span className="text-muted figures">{text}</span>
      </p>
      <progress
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  );
}
