import { useEffect, useRef } from 'react';
import { orderCount } from '../../../domain/orders/order.ts';
import { toastSuccess } from '../../state/toasts.ts';
import { newOrders } from '../state/new-orders.ts';
import { allowSound, ring } from '../state/sound.ts';
import type { RootData } from '../state/root-data.ts';

/** Announces new orders, and counts them in the window's title until the operator does something. */
export function useNewOrders({ counts, latest }: RootData): void {
  const total = counts && orderCount(counts);
  const known = useRef<number>(null);
  useEffect(() => {
    if (total === null) return;
    const added = total - (known.current ?? total);
    known.current = total;
    if (added <= 0 || !latest) return;
    newOrders.set(newOrders.get() + added);
    ring();
    const text = `New order ${latest.name}, Tk ${latest.totalCost.toFixed(1)}`;
    toastSuccess(added === 1 ? text : `${added} new orders`);
  }, [total, latest]);
  useEffect(() => {
    const seen = (): void => {
      newOrders.set(0);
      allowSound();
    };
    addEventListener('pointerdown', seen);
    addEventListener('keydown', seen);
    return () => {
      removeEventListener('pointerdown', seen);
      removeEventListener('keydown', seen);
    };
  }, []);
}
