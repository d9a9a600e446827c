-- The division that an order was delivered to: it stays when its address is deleted with the account. Rewriting the table is faster than
-- updating its rows, and leaves nothing behind. '' for the orders of accounts that are gone already.
alter table orders add column division text not null default '';
alter table orders alter column division type text using lower(coalesce(shipping_info ->> 'division', ''));

-- Changes of orders that are not in the sums yet, by their row in order_history. Transactions only add rows: a sum that each of them
-- updated would make them wait for each other. server/figures/fold.ts moves them into the sums.
create table figures_queue (
  history_id bigint primary key
);

create function queue_figures() returns trigger language plpgsql as $$
begin
  insert into figures_queue (history_id) select id from added;
  return null;
end
$$;

create trigger order_history_inserted after insert on order_history
  referencing new table as added for each statement execute function queue_figures();

-- Orders by the day in Dhaka on which they were placed and by their status now: all of them (value ''), by division, and by hour
-- ('0' to '23').
create table order_sums (
  dimension text not null check (dimension in ('all', 'division', 'hour')),
  day date not null,
  value text not null,
  status text not null,
  orders bigint not null,
  total_poisha bigint not null,
  primary key (dimension, day, value, status)
);

-- What was sold of each product, without canceled orders: by day, and by week, named by its Monday, so that months are few rows.
create table product_sums (
  span text not null check (span in ('day', 'week')),
  start date not null,
  product_id text collate "C" not null,
  quantity bigint not null,
  revenue_poisha bigint not null
);

-- The orders so far. Indexes are made afterwards, at once.
set local work_mem = '128MB';
set local maintenance_work_mem = '128MB';
insert into order_sums (dimension, day, value, status, orders, total_poisha)
select part.dimension, placed.day, part.value, placed.status, sum(placed.orders), sum(placed.total_poisha)
from (
  select local::date as day, extract(hour from local)::integer::text as hour, division, status, count(*) as orders,
    sum(total_cost_poisha) as total_poisha
  from orders cross join lateral (select placed_at at time zone 'UTC' + interval '6 hours' as local) as time
  group by 1, 2, 3, 4
) as placed
cross join lateral (values ('all', ''), ('division', division), ('hour', hour)) as part (dimension, value)
group by 1, 2, 3, 4;

insert into product_sums (span, start, product_id, quantity, revenue_poisha)
select 'day', (placed_at at time zone 'UTC' + interval '6 hours')::date, product_id collate "C", sum(quantity),
  sum(round(price_poisha * quantity * (10000 - discount_bp) / 10000.0))
from order_lines join orders on number = order_number
where orders.status <> 'canceled'
group by 1, 2, 3;

insert into product_sums (span, start, product_id, quantity, revenue_poisha)
select 'week', date_trunc('week', start)::date, product_id, sum(quantity), sum(revenue_poisha) from product_sums group by 1, 2, 3;

alter table product_sums add primary key (span, start, product_id);
-- Which products sold best.
create index product_sums_by_revenue on product_sums (span, start, revenue_poisha);
set local work_mem to default;
set local maintenance_work_mem to default;
