-- Counts the orders of each delivery time, all but the canceled ones. The row of a time is locked until the order is
-- stored. Who changes two of them locks the earlier one first, so that two moves never wait for each other.
create or replace function count_slot_orders() returns trigger language plpgsql as $$
begin
  insert into slot_orders (day, slot_from, orders)
  select day, slot_from, sum(change) from (
    select old.delivery_day, old.slot_from, -1 where tg_op <> 'INSERT' and old.status <> 'canceled'
    union all select new.delivery_day, new.slot_from, 1 where tg_op <> 'DELETE' and new.status <> 'canceled'
  ) as changes (day, slot_from, change)
  where slot_from is not null
  group by day, slot_from having sum(change) <> 0
  order by day, slot_from
  on conflict (day, slot_from) do update set orders = slot_orders.orders + excluded.orders;
  return null;
end
$$;

create or replace trigger order_takes_slot after insert on orders
  for each row when (new.slot_from is not null) execute function count_slot_orders();
create or replace trigger order_moves_slot after update on orders
  for each row when (coalesce(old.slot_from, new.slot_from) is not null
    and (old.status, old.delivery_day, old.slot_from) is distinct from (new.status, new.delivery_day, new.slot_from))
  execute function count_slot_orders();
create or replace trigger order_leaves_slot after delete on orders
  for each row when (old.slot_from is not null) execute function count_slot_orders();

-- Refuses an order that has taken a time which is full: `places` are how many orders it takes; null: as many as come.
create or replace function keep_to_places(taken orders, places integer) returns void language plpgsql as $$
begin
  if (select orders from slot_orders where day = taken.delivery_day and slot_from = taken.slot_from) > places then
    perform refuse(409, '{"code": "slot-full"}');
  end if;
end
$$;
