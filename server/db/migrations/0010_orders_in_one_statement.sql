-- Placing an order is one statement: a round trip to the database costs more than what an order writes.

-- Counts one more for a rate limit: at most `most` in `seconds`, `at` in ms since 1970. Returns 0, or the seconds until the next try. It is
-- one statement, so that parallel requests are all counted.
create function count_request(counter text, most integer, seconds integer, at bigint) returns integer language plpgsql as $$
declare
  counted rate_limits;
  since bigint := at - seconds * 1000::bigint;
  -- A window that begins later was counted before the clock was set back. Clocks of several machines differ by seconds.
  until bigint := at + 60000;
begin
  -- `last_request` is the start of the window.
  insert into rate_limits as stored (id, key, count, last_request) values (counter, counter, 1, at)
  on conflict (key) do update set
    count = case when stored.last_request between since + 1 and until then least(stored.count, most) + 1 else 1 end,
    last_request = case when stored.last_request between since + 1 and until then stored.last_request else at end
  returning * into counted;
  if counted.count <= most then
    return 0;
  end if;
  return greatest(1, ceil((counted.last_request - since) / 1000.0));
end
$$;

-- Until the transaction ends, no other request can place or settle an order with this key.
create function lock_attempt(owner text, key uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(owner || ' ' || key, 0))
$$;

-- Places an order that the shop has priced, with its first history entry and the mail to its customer, unless
-- 'settled': the key has made an order or never will; 'changed': the prices are no longer those of the lines; 'limited': one of
-- the limits ({key, max, seconds}) is exceeded, for `wait` seconds. Each statement of a function sees what was committed before that
-- statement, so all checks hold under the lock. `mailed`: false when the recipient has had too many mails.
create function place_order(
  given orders, given_lines jsonb, limits jsonb,
  mail_to text, mail_subject text, mail_text text, mail_html text, mail_limit jsonb,
  out outcome text, out wait integer, out mailed boolean
) language plpgsql as $$
declare
  at bigint := extract(epoch from clock_timestamp()) * 1000;
  line order_lines;
  counter record;
begin
  perform lock_attempt(given.user_id, given.idempotency_key);
  if exists (select from orders where user_id = given.user_id and idempotency_key = given.idempotency_key)
    or exists (select from void_order_attempts where user_id = given.user_id and idempotency_key = given.idempotency_key)
  then
    outcome := 'settled';
    return;
  end if;
  -- A subquery with a value is looked up by its key, however many products the planner expects.
  if exists (
    select from jsonb_populate_recordset(line, given_lines) as priced
    where (
      select available and price_poisha = priced.price_poisha and discount_bp = priced.discount_bp
      from products where id = priced.product_id
    ) is not true
  ) then
    outcome := 'changed';
    return;
  end if;
  for counter in select * from jsonb_to_recordset(limits) as counter (key text, max integer, seconds integer) loop
    wait := count_request(counter.key, counter.max, counter.seconds, at);
    if wait > 0 then
      outcome := 'limited';
      return;
    end if;
  end loop;

  insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status, sub_total_poisha,
    shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info, placed_at, division)
  values (given.id, given.user_id, given.idempotency_key, given.request_hash, given.status, given.payment_method, given.payment_status,
    given.sub_total_poisha, given.shipping_cost_poisha, given.discount_poisha, given.total_cost_poisha, given.shipping_info,
    given.placed_at, given.division)
  returning number into line.order_number;
  -- The columns of a line are those of its table; what a line lacks comes from `line`.
  insert into order_lines select * from jsonb_populate_recordset(line, given_lines);
  insert into order_history (order_number, at, actor, to_status) values (line.order_number, given.placed_at, 'owner', given.status);

  mailed := mail_to is null or mail_limit is null
    or count_request(mail_limit ->> 'key', (mail_limit ->> 'max')::integer, (mail_limit ->> 'seconds')::integer, at) = 0;
  if mailed and mail_to is not null then
    insert into outbox (recipient, subject, body_text, body_html) values (mail_to, mail_subject, mail_text, mail_html);
  end if;
  outcome := 'placed';
end
$$;

-- New orders that are still to be followed up, soon after their commit and many at once (server/orders/follow-up.ts): what operators search
-- them by, mails to operators, notifications. A transaction that notifies holds a lock until it is on the disk, so orders that notified
-- would be written to the disk one after the other.
create table order_follow_ups (
  order_number bigint primary key
);

create or replace function orders_placed() returns trigger language plpgsql as $$
begin
  insert into order_follow_ups (order_number) select number from placed;
  return null;
end
$$;

-- An order that is being followed up is waited for; one that is still to be followed up needs it no more.
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
