import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Screen } from '../components/screen.tsx';
import { useRootData } from '../state/root-data.ts';

const LINKS = [
  { to: '/settings', text: 'Shop' },
  { to: '/pages', text: 'Pages' },
  { to: '/areas', text: 'Areas' },
  { to: '/categories', text: 'Categories' },
  { to: '/riders', text: 'Riders' },
  { to: '/health', text: 'Health' },
] as const;

/** Until the shop is open. */
const OPENING = { to: '/opening', text: 'Opening' };

export const SETTINGS_PATHS: readonly string[] = [...LINKS, OPENING].map(({ to }) => to);

/** A screen of what the operator sets, with links to the others. */
export function SettingsScreen({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const links = useRootData()?.open ? LINKS : [...LINKS, OPENING];
  return (
    <Screen title={title}>
      <nav aria-label="Settings" className="no-scrollbar -mx-4 -mt-2 flex gap-1 overflow-x-auto px-4">
        {links.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname === to ? 'page' : undefined}
            className="chip shrink-0 text-muted hover:text-ink aria-[current]:bg-leaf-soft aria-[current]:text-leaf-strong"
          >
            {text}
          </Link>
        ))}
      </nav>
      {children}
    </Screen>
  );
}
