-- The grocer's day: stages, riders, changes of an order, its money, notes, blocked people.

create table riders (
  id text primary key,
  name text not null,
  phone text not null default '',
  -- Null until the rider has accepted an invitation.
  user_id text unique references users (id) on delete set null,
  active boolean not null default true
);

alter table orders
  -- Beside the status, for the operator (domain/orders/stages.ts).
  add column stage text not null default 'new',
  add column source text not null default 'shop' check (source in ('shop', 'phone')),
  -- What the shopper was told; null for orders that were closed before it was stored.
  add column delivery_day date,
  add column cancel_reason text,
  add column rider_id text references riders (id) on delete set null,
  -- When its packing slip was printed for the first time.
  add column printed_at timestamptz,
  -- How often it was changed: a change names the one that it was made for.
  add column revision integer not null default 0;
create unique index orders_phone_key on orders (idempotency_key) where source = 'phone';
-- Pending orders are few, and placing one is to cost nothing more.
create index orders_by_day on orders (delivery_day, number) where status <> 'pending';
create index orders_by_rider on orders (rider_id, number) where rider_id is not null;
create index orders_by_rider_and_status on orders (rider_id, status, number) where rider_id is not null;

-- By the rules that the shop has now.
update orders set delivery_day = (
  select day from (
    select generate_series(local::date, local::date + 400, '1 day')::date as day, local
    from (select placed_at at time zone 'UTC' + interval '6 hours' as local) as time
  ) as days
  where (day > local::date or local::time < coalesce((select value #>> '{}' from shop_settings where name = 'sameDayUntil'), '14:00')::time)
    and coalesce((select value from shop_settings where name = 'deliveryDays'), '["sunday","monday","tuesday","wednesday","thursday"]')
      ? to_char(day, 'fmday')
    and not coalesce((select value from shop_settings where name = 'holidays'), '[]') ? day::text
  order by day limit 1
) where status = 'pending';

alter table order_history
  -- What was done (domain/orders/change-order.ts); null: the status was changed, before this was stored.
  add column change text,
  add column from_stage text,
  add column to_stage text,
  add column reason text not null default '',
  -- For people: what an edit changed, an amount. Has the address that was, until its account is deleted.
  add column details jsonb not null default '{}',
  -- What the order was before an edit, for the figures: total_poisha, division, area, lines.
  add column before jsonb,
  -- What an undo puts back: status, stage, rider_id, cancel_reason.
  add column was jsonb,
  add column undoes bigint,
  -- Of whoever sends a change again until it has an answer.
  add column key uuid;
create unique index order_history_by_key on order_history (key) where key is not null;

-- An order's money: entries are only added. What is taken back is an entry with a negative amount.
create table order_money (
  id bigint generated always as identity primary key,
  order_number bigint not null references orders (number) on delete cascade,
  history_id bigint not null references order_history (id) on delete cascade,
  at timestamptz not null default now(),
  -- Of the delivery, in Dhaka.
  day date not null,
  rider_id text references riders (id) on delete set null,
  kind text not null check (kind in ('to collect', 'collected', 'given back')),
  amount_poisha bigint not null,
  -- An e-mail address; null for the API's token.
  operator text
);
create index order_money_by_order on order_money (order_number);
create index order_money_by_day on order_money (day, rider_id);

-- Cash that a rider has handed over for a day.
create table handovers (
  id bigint generated always as identity primary key,
  day date not null,
  rider_id text references riders (id) on delete set null,
  amount_poisha bigint not null,
  at timestamptz not null default now(),
  operator text
);
create index handovers_by_day on handovers (day);

create table notes (
  id bigint generated always as identity primary key,
  order_number bigint references orders (number) on delete cascade,
  user_id text references users (id) on delete cascade,
  text text not null,
  at timestamptz not null default now(),
  author text not null,
  check (num_nonnulls(order_number, user_id) = 1)
);
create index notes_by_order on notes (order_number) where order_number is not null;
create index notes_by_user on notes (user_id) where user_id is not null;

-- Whose orders are refused: a phone (as search_phone writes it) or an account.
create table blocks (
  id bigint generated always as identity primary key,
  phone text unique,
  user_id text unique references users (id) on delete cascade,
  reason text not null,
  -- Null: for good.
  until timestamptz,
  at timestamptz not null default now(),
  author text not null,
  check (num_nonnulls(phone, user_id) = 1)
);

-- A mail that an undo takes back before it is sent.
alter table outbox add column history_id bigint;

alter table invitations
  -- Not `role`: processes of the version before join this table with users.
  add column staff_role text not null default 'operator',
  add column rider_id text references riders (id) on delete cascade;
create index products_not_available on products (position) where not available;
drop index users_operators;
create index users_operators on users (email) where role <> 'user';
