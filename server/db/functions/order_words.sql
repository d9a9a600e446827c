-- The address of an order goes with its account. An order that is being followed up is waited for; one that is still to be followed up
-- needs it no more.
create or replace function order_words_changed() returns trigger language plpgsql as $$
begin
  delete from order_follow_ups where order_number = old.number;
  delete from order_words where word = any(order_words_of(old.shipping_info)) and order_number = old.number;
  if tg_op = 'UPDATE' then
    insert into order_words (word, order_number)
    select distinct unnest(order_words_of(new.shipping_info)), new.number;
  end if;
  return null;
end
$$;

create or replace trigger orders_readdressed after update of shipping_info on orders
  for each row when (old.shipping_info is distinct from new.shipping_info) execute function order_words_changed();
create or replace trigger orders_words_deleted after delete on orders for each row execute function order_words_changed();
