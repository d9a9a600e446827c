-- Built anew with this file: whoever changes search_phone changes this file too.
drop index if exists orders_that_owe;
create index orders_that_owe on orders (search_phone(shipping_info ->> 'phone'), number) where owes;

-- What an entry adds to what is owed (domain/orders/ledger.ts).
create or replace function owed_poisha(entry order_money) returns bigint language sql immutable
  return case when entry.kind in ('to collect', 'given back') then entry.amount_poisha else -entry.amount_poisha end;

-- The orders of a phone (as search_phone writes it) that owe: when each was delivered, what was to collect, what is owed.
create or replace function owing_orders(dialled text)
  returns table (number bigint, id text, name text, day date, total bigint, owed bigint) language sql stable as $$
  select orders.number, orders.id, shipping_info ->> 'name', max(day) filter (where kind = 'to collect' and amount_poisha > 0),
    (sum(amount_poisha) filter (where kind = 'to collect'))::bigint, sum(owed_poisha(order_money))::bigint
  from orders join order_money on order_number = orders.number
  where owes and search_phone(shipping_info ->> 'phone') = nullif(dialled, '')
  group by orders.id
$$;
