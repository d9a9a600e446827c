import type { ReactNode } from 'react';
import { newOrders } from '../state/new-orders.ts';
import { useRootData } from '../state/root-data.ts';

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
      <title>{`${count > 0 ? `(${count}) ` : ''}${title} · ${shop} console`}</title>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <h1 className="mr-auto text-2xl font-bold tracking-tight">{heading}</h1>
        {actions}
      </div>
      <div className="flex flex-col gap-4 print:block">{children}</div>
    </>
  );
}
