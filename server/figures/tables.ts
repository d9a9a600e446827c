/** Sums that are kept. See db/tables.ts. */
import type { OrderStatus } from '../../domain/orders/order.ts';

export interface FiguresTables {
  /** Orders by the day on which they were placed and by their status now. */
  order_sums: {
    dimension: 'all' | 'division' | 'hour' | 'area';
    /** Read it as text: drivers make different dates of it. */
    day: string;
    value: string;
    status: OrderStatus;
    orders: number;
    total_poisha: number;
  };
  /** What was sold of each product in a day. */
  product_sums: {
    day: string;
    product_id: string;
    quantity: number;
    revenue_poisha: number;
  };
}
