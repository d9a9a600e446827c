-- Whoever registered or ordered, kept by triggers (functions/search_customers.sql).
create table customers (
  -- Of the account; without one the phone, as search_phone writes it.
  id text primary key,
  user_id text references users (id) on delete cascade,
  -- In this order they are listed: the e-mail address of the account, or the phone.
  listed text not null collate "C",
  name text not null,
  phones text[] not null,
  search_text text not null
);
create index customers_listed on customers (listed);
create index customers_by_phone on customers using gin (phones);

-- About whoever orders with it.
alter table notes add column phone text, drop constraint notes_check,
  add constraint notes_check check (num_nonnulls(order_number, user_id, phone) = 1);
create index notes_by_phone on notes (phone) where phone is not null;

-- What riders have brought back, by time.
create index order_history_returns on order_history (at) where change = 'return';
