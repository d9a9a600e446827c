-- Puts a message for each browser that is told of an order into the outbox: `staff` for those of operators, but not of
-- whoever did it (`by`, an e-mail address), `customer` for those of the order; null: none. They say what happened (its
-- kind) and the order's number, and are written when they leave (server/push/push.ts). `waits`, `history`: as in
-- write_messages.
create or replace function push_order(number bigint, staff text, customer text, history bigint, waits integer, by text)
returns void language plpgsql as $$
begin
  insert into outbox (channel, recipient, subject, body_text, body_html, history_id, next_attempt_at)
  select 'push', id, kind, number::text, '', history, now() + waits * interval '1 ms'
  from push_subscriptions cross join lateral (select case when order_number is null then staff else customer end as kind) as told
  where kind is not null and (
    order_number = number
    or order_number is null and user_id is distinct from (select users.id from users where email = by)
  );
  if found then
    perform pg_notify('mail', '');
  end if;
end
$$;

-- A session that somebody ends takes what its browser is told with it. One that was not used for long does not: a phone
-- in a pocket is to ring.
create or replace function forget_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where user_id = old.user_id and session_id = old.id;
  return null;
end
$$;
create or replace trigger ended_sessions_forget_pushes after delete on sessions
  for each row when (old.expires_at > now()) execute function forget_pushes();
