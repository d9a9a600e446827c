-- Orders without an account (server/orders/guests.ts).
alter table orders
  drop constraint orders_source_check,
  add constraint orders_source_check check (source in ('shop', 'phone', 'guest')),
  -- SHA-256 of the token in the address of its page. Null: no link opens it.
  add column link_hash text,
  -- In which whoever has no account reads. Null: that of the account, or not known.
  add column language text check (language ~ '^[a-z]{2}$');
create unique index orders_by_link on orders (link_hash) where link_hash is not null;
-- One order of one key also where nobody is signed in.
create unique index orders_by_source_and_key on orders (source, idempotency_key) where source <> 'shop';
drop index orders_phone_key;
alter table void_order_attempts drop constraint void_order_attempts_pkey, alter column user_id drop not null;
create unique index void_order_attempts_key on void_order_attempts (user_id, idempotency_key) nulls not distinct;
