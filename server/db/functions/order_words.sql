-- The address of an order goes with its account. The lock (server/db/locks.ts): words that are being written are waited for.
create or replace function order_words_changed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7361402120);
  delete from order_words where word = any(order_words_of(old.shipping_info)) and order_number = old.number;
  if tg_op = 'UPDATE' then
    insert into order_words (word, order_number)
    select distinct unnest(order_words_of(new.shipping_info)), new.number on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger orders_readdressed after update of shipping_info on orders
  for each row when (old.shipping_info is distinct from new.shipping_info) execute function order_words_changed();
create or replace trigger orders_words_deleted after delete on orders for each row execute function order_words_changed();
