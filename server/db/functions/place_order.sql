-- Places an order that the shop has priced, with its first history entry and the mail to its customer, unless
-- 'settled': the key has made an order or never will; 'changed': the prices are no longer those of the lines; 'limited': one of
-- the limits ({key, max, seconds}) is exceeded, for `wait` seconds. Each statement of a function sees what was committed before that
-- statement, so all checks hold under the lock. `mailed`: false when the recipient has had too many mails.
create or replace function place_order(
  given orders, given_lines jsonb, limits jsonb,
  mail_to text, mail_subject text, mail_text text, mail_html text, mail_limit jsonb,
  out outcome text, out wait integer, out mailed boolean
) language plpgsql as $$
declare
  at bigint := extract(epoch from clock_timestamp()) * 1000;
  line order_lines;
  counter record;
  counted text[] := '{}';
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
      -- What is refused counts for nobody.
      update rate_limits set count = count - 1 where key = any(counted);
      outcome := 'limited';
      return;
    end if;
    counted := counted || counter.key;
  end loop;

  insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status, sub_total_poisha,
    shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info, placed_at, division, area)
  values (given.id, given.user_id, given.idempotency_key, given.request_hash, given.status, given.payment_method, given.payment_status,
    given.sub_total_poisha, given.shipping_cost_poisha, given.discount_poisha, given.total_cost_poisha, given.shipping_info,
    given.placed_at, given.division, given.area)
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
