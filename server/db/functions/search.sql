-- What rows are found by (server/db/search.ts). The indexes stand beside their functions, to be built anew with them.

drop index if exists products_search, products_suggestions, orders_search, orders_by_phone, orders_of_phones,
  orders_customers, users_by_phone, users_search, words_misspelt;

-- All that is up to 3 characters long in a text: whatever stands in it is found by these.
create or replace function search_pieces(given text) returns tsvector language sql immutable parallel safe cost 1000
  return array_to_tsvector(array(select substr(given, at, 3) from generate_series(1, length(given)) as at));

-- A large import is faster with a long list of what is to be sorted in. Each change of the catalogue sorts it in. Two
-- indexes, because 'raw' is in half of the one text and nowhere in the other.
create index products_search on products using gin (search_pieces(search_text)) with (gin_pending_list_limit = 32768);
create index products_suggestions on products using gin (search_pieces(suggestion_text)) with (gin_pending_list_limit = 32768);

-- A text as operators' searches compare it: in lower case, with single spaces, and without invisible characters. Lower
-- case is Unicode's where the server has it; a database may know only ASCII.
do $do$
begin
  execute format(
    $function$
    create or replace function search_folded(given text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(
        lower(translate(given, U&'\00AD\200B\200C\200D\200E\200F\2060\FEFF', '') collate %I), '\s+', ' ', 'g'))
    $$
    $function$,
    case when exists (select from pg_collation where collname = 'und-x-icu') then 'und-x-icu' else 'default' end);
end
$do$;

-- The digits of a phone number as they are dialled in Bangladesh, or of its beginning; '' for any other text.
create or replace function search_phone(given text) returns text language sql immutable parallel safe as $$
  select case when translate(given, '০১২৩৪৫৬৭৮৯‐‑–—', '0123456789----') ~ '^[-+() 0-9]+$'
    then regexp_replace(regexp_replace(translate(given, '০১২৩৪৫৬৭৮৯', '0123456789'), '[^0-9]', '', 'g'), '^88(?=0)', '')
    else '' end
$$;

-- A name from each of its first 8 words on, and other words. Not of SQL, in which it takes four times as long.
create or replace function search_beginnings(name text, others text[]) returns tsvector language plpgsql immutable parallel safe as $$
declare
  words text[] := others;
  rest text := name;
begin
  for part in 1..8 loop
    words := words || rest;
    exit when strpos(rest, ' ') = 0;
    rest := substr(rest, strpos(rest, ' ') + 1);
  end loop;
  return array_to_tsvector(array(select left(word, 64) from unnest(words) as word where word <> ''));
end
$$;

-- What operators find an order by.
create or replace function search_words(name text, email text, phone text, order_id text default null)
  returns tsvector language sql immutable parallel safe
  return search_beginnings(search_folded(name), array[search_folded(email), search_phone(phone), '#' || order_id]);

-- Orders gather in a list of at most 256 kB, which searches read too. An order then costs half as much.
create index orders_search on orders
  using gin (search_words(shipping_info ->> 'name', shipping_info ->> 'email', shipping_info ->> 'phone', id))
  with (gin_pending_list_limit = 256);
create index orders_by_phone on orders (search_phone(shipping_info ->> 'phone'), number) where user_id is null;
create index orders_of_phones on orders (search_phone(shipping_info ->> 'phone'));
create index users_by_phone on users (search_phone(phone));

-- Who has a phone: accounts, also by their orders, and whoever ordered without one (account is null).
create or replace function known_phones() returns table (account text, dialled text, name text, order_number bigint)
  language sql stable as $$
  select id, search_phone(phone), name, null from users
  union all
  select user_id, search_phone(shipping_info ->> 'phone'), shipping_info ->> 'name', number from orders
$$;

-- What operators find a customer by: any part of the profile, and of the address of each order.
create or replace function customer_text(info jsonb) returns text language sql immutable parallel safe
  return search_folded(coalesce(info ->> 'name', '') || ' ' || coalesce(info ->> 'email', '') || ' '
    || coalesce(info ->> 'street', '') || ' ' || coalesce(info ->> 'city', '') || ' ' || coalesce(info ->> 'areaName', '') || ' '
    || coalesce(info ->> 'areaNameBn', '')) || ' ' || search_phone(coalesce(info ->> 'phone', ''));
create index users_search on users using gin (search_pieces(customer_text(
  jsonb_object(array['name', name, 'email', email, 'street', street, 'city', city, 'phone', phone]))));
create index orders_customers on orders using gin (search_pieces(customer_text(shipping_info))) with (gin_pending_list_limit = 1024);

-- The first letters of a word without up to two of them, in every way. Two words that differ in so many letters share
-- one of these, so that equality finds misspelt words (the method of SymSpell).
create or replace function search_remainders(word text) returns text[] language sql immutable parallel safe cost 1000
  return array(
    select distinct overlay(overlay(letters placing '' from later for 1) placing '' from sooner for 1)
    -- Positions after the last letter take away nothing.
    from left(word, 7) as letters, generate_series(2, length(letters) + 2) as later, generate_series(1, later - 1) as sooner
    where length(word) >= 5 or later > length(letters)
  );

create index words_misspelt on words using gin (search_remainders(word));

create or replace function words_noted() returns trigger language plpgsql as $$
begin
  insert into words
  select distinct word from changed cross join string_to_table(translate(suggestion_text, E'\n\t', '  '), ' ') as word
  where length(word) >= 4 and word !~ '[0-9]'
  on conflict do nothing;
  return null;
end
$$;

create or replace trigger products_words_added after insert on products
  referencing new table as changed for each statement execute function words_noted();
create or replace trigger products_words_changed after update on products
  referencing new table as changed for each statement execute function words_noted();
