-- Whoever registered or ordered, with the names, phones and places of all their orders as one text. Its index
-- (customers_search) has the text in pieces of 3 letters (customer_pieces), so that any part of it is found: the last digits of a number
-- as well as a house. Orders have no such index: mostly a customer orders as before, then nothing is written, and
-- a search reads a row a customer, however many orders there are.
create or replace function customer_text(info jsonb) returns text language sql immutable parallel safe
  return search_folded(concat_ws(' ', info ->> 'name', info ->> 'email', info ->> 'street', info ->> 'city',
    info ->> 'areaName', info ->> 'areaNameBn')) || ' ' || search_phone(coalesce(info ->> 'phone', ''));

-- Writes them anew: accounts by their ids, and who orders without one by the phones. Who orders for many people keeps the
-- latest of them.
create or replace function note_customers(ids text[]) returns void language sql as $$
  delete from customers where id = any(ids) and user_id is null;
  insert into customers
  select id, max(user_id), coalesce(max(email), id), (array_agg(info ->> 'name' order by email, number desc))[1],
    coalesce((array_agg(distinct search_phone(info ->> 'phone')) filter (where info ->> 'phone' <> ''))[:40], '{}'),
    left(string_agg(text, E'\n' order by email, number desc), 4000)
  from (
    select distinct on (id, text) * from (
      select id, id as user_id, email, to_jsonb(users) as info, 0 as number from users where id = any(ids)
      union all
      select user_id, user_id, null, shipping_info, number from orders where user_id = any(ids) and shipping_info <> '{}'
      union all
      select search_phone(shipping_info ->> 'phone'), null, null, shipping_info, number from orders
      where user_id is null and search_phone(shipping_info ->> 'phone') = any(ids) and shipping_info ->> 'phone' <> ''
    ) as placed, customer_text(info) as text order by id, text, email, number desc
  ) as known group by id
  on conflict (id) do update
    set listed = excluded.listed, name = excluded.name, phones = excluded.phones, search_text = excluded.search_text;
$$;

create or replace function order_notes_customer() returns trigger language plpgsql as $$
declare
  dialled text := search_phone(new.shipping_info ->> 'phone');
  customer text := coalesce(new.user_id, dialled);
  added text := customer_text(new.shipping_info);
begin
  if tg_op = 'UPDATE' then
    perform note_customers(array[customer, coalesce(old.user_id, search_phone(old.shipping_info ->> 'phone'))]);
  elsif not exists (select from customers where id = customer and strpos(search_text, added) > 0) then
    -- All orders of a customer are not read again while one is placed.
    update customers set search_text = left(added || E'\n' || search_text, 4000),
      phones = (array(select dialled where dialled <> all(phones)) || phones)[:40]
    where id = customer;
    if not found then
      perform note_customers(array[customer]);
    end if;
  end if;
  return null;
end
$$;

create or replace function user_notes_customer() returns trigger language plpgsql as $$
begin
  perform note_customers(array[new.id]);
  return null;
end
$$;

create or replace trigger orders_note_customers after insert on orders for each row execute function order_notes_customer();
-- The orders of an account that is purged keep no address.
create or replace trigger orders_note_changed_customers after update on orders
  for each row when (old.shipping_info is distinct from new.shipping_info and new.shipping_info <> '{}')
  execute function order_notes_customer();
create or replace trigger users_note_customers after insert or update of name, email, phone, street, city on users
  for each row execute function user_notes_customer();

-- All of them, with the functions that make their texts.
select note_customers(array(select id from users union
  select search_phone(shipping_info ->> 'phone') from orders where user_id is null));
