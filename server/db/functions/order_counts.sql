-- How many orders of each status a customer has.
create or replace function keep_order_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- Most changes of an order leave both as they are.
    if not exists (
      select from before join after using (number) where (before.user_id, before.status) is distinct from (after.user_id, after.status)
    ) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    insert into order_counts (user_id, status, orders)
    select user_id, status, -count(*) from before where user_id is not null group by 1, 2 order by 1, 2
    on conflict (user_id, status) do update set orders = order_counts.orders + excluded.orders;
  end if;
  if tg_op <> 'DELETE' then
    insert into order_counts (user_id, status, orders)
    select user_id, status, count(*) from after where user_id is not null group by 1, 2 order by 1, 2
    on conflict (user_id, status) do update set orders = order_counts.orders + excluded.orders;
  end if;
  if tg_op = 'UPDATE' then
    delete from order_counts where orders = 0
      and user_id in (select user_id from before except select user_id from after);
  end if;
  return null;
end
$$;

create or replace trigger orders_inserted after insert on orders
  referencing new table as after for each statement execute function keep_order_counts();
create or replace trigger orders_updated after update on orders
  referencing old table as before new table as after for each statement execute function keep_order_counts();
create or replace trigger orders_deleted after delete on orders
  referencing old table as before for each statement execute function keep_order_counts();
