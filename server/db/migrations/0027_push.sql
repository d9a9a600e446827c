-- The key pair that push services know the shop by. Made once, by whoever needs it first (server/push/push.ts).
create table push_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  private_key text not null
);
-- A browser that is told something: of new orders (an operator's), or of what happens to one order.
create table push_subscriptions (
  id text primary key default gen_random_uuid()::text,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  user_id text references users (id) on delete cascade,
  session_id text,
  order_number bigint references orders (number) on delete cascade,
  page text not null,
  seen_at timestamptz not null default now(),
  unique nulls not distinct (endpoint, order_number),
  check (user_id is not null or order_number is not null)
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_order on push_subscriptions (order_number);
