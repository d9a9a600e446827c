import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Screen } from './screen.tsx';

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
      <Link to={to} className="btn btn-primary self-start">
        {link}
      </Link>
    </Screen>
  );
}
