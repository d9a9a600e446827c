-- Customers are listed and found by their e-mail addresses, as orders by their ids: both sorted by bytes (migration 0002).
alter table users alter column email type text collate "C";

-- What the operator's console needs. It is told of every change that it shows, in the transaction of the change.
create function tell_console() returns trigger language plpgsql as $$
begin
  perform pg_notify('console', '');
  return null;
end
$$;

create trigger orders_tell_console after update of status on orders
  for each statement execute function tell_console();
create trigger audit_tells_console after insert on audit
  for each statement execute function tell_console();
-- The language is left out: it changes with a page that is opened.
create trigger users_tell_console
  after insert or delete or update of email, name, role, img_url, phone, gender, street, city, postcode, division, country,
    schedule_for_deletion on users
  for each statement execute function tell_console();
-- A mail that failed, or was given up.
create trigger outbox_tells_console after update of last_error on outbox
  for each statement execute function tell_console();

-- Which operator changed an order, by e-mail address; null for the API's token, and for owners.
alter table order_history add column operator text;

-- Searching for orders and customers ---------------------------------------------------------

-- A text as operators' searches compare it: lower case, single spaces, without characters that show nothing. With Unicode's lower case
-- where this server has it, because that of a database may know ASCII only.
do $do$
begin
  execute format(
    $function$
    create function search_folded(given text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(
        lower(translate(given, U&'\00AD\200B\200C\200D\200E\200F\2060\FEFF', '') collate %I), '\s+', ' ', 'g'))
    $$
    $function$,
    case when exists (select from pg_collation where collname = 'und-x-icu') then 'und-x-icu' else 'default' end);
end
$do$;

-- The digits of a phone number as they are dialled in Bangladesh, or of its beginning; '' for any other text.
create function search_phone(given text) returns text language sql immutable parallel safe as $$
  select case when translate(given, '০১২৩৪৫৬৭৮৯‐‑–—', '0123456789----') ~ '^[-+() 0-9]+$'
    then regexp_replace(regexp_replace(translate(given, '০১২৩৪৫৬৭৮৯', '0123456789'), '[^0-9]', '', 'g'), '^88(?=0)', '')
    else '' end
$$;

-- What a search for a person finds by its beginning: the name from each of its first 8 words on, the e-mail address, the phone.
create function search_words(name text, email text, phone text) returns text[] language plpgsql immutable parallel safe as $$
declare
  words text[] := array[search_folded(coalesce(email, '')), search_phone(coalesce(phone, ''))];
  rest text := search_folded(coalesce(name, ''));
  gap integer;
begin
  for part in 1..8 loop
    words := words || left(rest, 64);
    gap := strpos(rest, ' ');
    exit when gap = 0;
    rest := substr(rest, gap + 1);
  end loop;
  return array_remove(words, '');
end
$$;

-- Whether one of the words begins with one of the needles.
create function begins_with(words text[], needles text[]) returns boolean language plpgsql immutable parallel safe as $$
declare
  needle text;
  word text;
begin
  foreach needle in array needles loop
    foreach word in array words loop
      if starts_with(word, needle) then
        return true;
      end if;
    end loop;
  end loop;
  return false;
end
$$;

-- The words of each order's recipient. The number is part of the key, so that a search reads nothing but the index.
create table order_words (
  word text collate "C" not null,
  order_number bigint not null
);

-- Also for the ids of orders.
alter table orders drop constraint orders_pkey, add primary key (id) include (number);

create function order_words_of(shipping_info jsonb) returns text[] language sql immutable parallel safe as $$
  select search_words(shipping_info ->> 'name', shipping_info ->> 'email', shipping_info ->> 'phone')
$$;

insert into order_words (word, order_number)
select word, number from orders cross join lateral (select distinct unnest(order_words_of(shipping_info)) as word) as words;
alter table order_words add primary key (word, order_number);

-- The same for customers.
create table account_words (
  word text collate "C" not null,
  email text collate "C" not null
);

insert into account_words (word, email)
select word, email from users cross join lateral (select distinct unnest(search_words(name, email, phone)) as word) as words
where role = 'user';
alter table account_words add primary key (word, email);

create function account_words_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from account_words where word = any(search_words(old.name, old.email, old.phone)) and email = old.email;
  end if;
  if tg_op <> 'DELETE' and new.role = 'user' then
    insert into account_words (word, email) select distinct unnest(search_words(new.name, new.email, new.phone)), new.email;
  end if;
  return null;
end
$$;

create trigger users_words after insert or delete or update of name, email, phone, role on users
  for each row execute function account_words_changed();

-- Few operators ask for mail about new orders; the rows wait for the next mail to one of them. No reference to users or orders, so that
-- placing an order locks nothing.
create table order_mail_queue (
  user_id text not null,
  order_number bigint not null,
  primary key (user_id, order_number)
);

-- When an operator gets the next one at the earliest.
create table order_mail_times (
  user_id text primary key references users (id) on delete cascade,
  next_at timestamptz not null
);

create function orders_placed() returns trigger language plpgsql as $$
begin
  insert into order_words (word, order_number)
  select word, number from placed cross join lateral (select distinct unnest(order_words_of(shipping_info)) as word) as words;
  insert into order_mail_queue (user_id, order_number)
  select users.id, placed.number from users cross join placed where users.role = 'operator' and users.order_mails;
  if found then
    perform pg_notify('mail', 'orders');
  end if;
  perform pg_notify('console', '');
  return null;
end
$$;

create trigger orders_placed after insert on orders
  referencing new table as placed for each statement execute function orders_placed();

-- The address of an order goes with its account.
create function order_words_changed() returns trigger language plpgsql as $$
begin
  delete from order_words where word = any(order_words_of(old.shipping_info)) and order_number = old.number;
  if tg_op = 'UPDATE' then
    insert into order_words (word, order_number)
    select distinct unnest(order_words_of(new.shipping_info)), new.number;
  end if;
  return null;
end
$$;

create trigger orders_readdressed after update of shipping_info on orders
  for each row when (old.shipping_info is distinct from new.shipping_info) execute function order_words_changed();
create trigger orders_words_deleted after delete on orders for each row execute function order_words_changed();

-- The log and mails ----------------------------------------------------------------------------

-- Everything in the log by time, and by who, by what (the part of the action before the dot), or by both.
create index audit_by_time on audit (at, id);
create index audit_by_actor on audit (actor, at, id);
create index audit_by_area on audit (split_part(action, '.', 1), at, id);
create index audit_by_actor_and_area on audit (actor, split_part(action, '.', 1), at, id);

-- Until then a process is sending the mail; null when none is.
alter table outbox add column sending_until timestamptz;
create index outbox_failed on outbox (id) where last_error is not null;

create trigger outbox_sends_failed after delete on outbox
  for each row when (old.last_error is not null) execute function tell_console();
