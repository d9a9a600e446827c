-- Idempotency keys that were called off before they made an order: no request with one of them makes an order any more,
-- however late it arrives (contract 'An order needs a press'). They go with their account.
create table void_order_attempts (
  user_id text not null references users (id) on delete cascade,
  idempotency_key uuid not null,
  voided_at timestamptz not null default now(),
  primary key (user_id, idempotency_key)
);
