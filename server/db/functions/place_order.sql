-- Places an order that the shop has priced, with its first history entry and the messages about it (write_messages),
-- unless 'settled': the key has made an order or never will; 'changed': the prices are no longer those of the lines, or
-- there are not so many in stock.
-- It refuses whom nobody delivers to, and who has exceeded one of the limits ({key, max, seconds}). `taken_by`: the
-- operator who takes the order on the phone. One at the stage 'to confirm' is 'new' when its phone has taken an order
-- before; one with which its phone would owe more than its limit always waits. `places`: how many orders its delivery time
-- takes; `low_stock`: see move_stock. Each statement of a function sees what was committed before that statement, so all
-- checks hold under the lock. `mailed`: whether all messages were written; `stage`: that of the order now. Processes of
-- version 0.6 call functions with other parameters, which stay beside this one.
drop function if exists place_order(orders, jsonb, jsonb, jsonb, text, text);
drop function if exists place_order(orders, jsonb, jsonb, jsonb, text, text, integer, integer);
create function place_order(
  given orders, given_lines jsonb, limits jsonb, messages jsonb, taken_by text default null, note text default null,
  places integer default null, low_stock integer default 0, out outcome text, out mailed boolean, out stage text
) language plpgsql as $$
declare
  at bigint := extract(epoch from clock_timestamp()) * 1000;
  line order_lines;
  counter record;
  wait integer;
  is_current boolean;
  is_lacking boolean;
  placed bigint;
  dialled text := search_phone(given.shipping_info ->> 'phone');
  is_by_phone boolean := coalesce(given.source, 'shop') = 'phone';
begin
  perform lock_attempt(coalesce(given.user_id, given.source), given.idempotency_key);
  -- One statement for what is mostly not so: each costs every order.
  outcome := case
    when given.user_id is null and (
        exists (select from orders where source = given.source and source <> 'shop' and idempotency_key = given.idempotency_key)
        or exists (select from void_order_attempts where user_id is null and idempotency_key = given.idempotency_key)
      )
      or exists (select from orders where user_id = given.user_id and idempotency_key = given.idempotency_key)
      or exists (select from void_order_attempts where user_id = given.user_id and idempotency_key = given.idempotency_key)
      then 'settled'
    when not is_by_phone and exists (
      select from blocks
      where (user_id = given.user_id or phone = dialled) and (until is null or until > now())
    ) then 'blocked'
  end;
  if outcome = 'blocked' then
    perform refuse(403, '{"code": "blocked"}');
  elsif outcome is not null then
    return;
  end if;
  -- A subquery with a value is looked up by its key, however many products the planner expects. From here on nobody else
  -- takes of the stock of these; `is_lacking` is null where none of them is counted.
  select bool_and((
      select available and price_poisha = wanted.price_poisha and discount_bp = wanted.discount_bp
        and (name, name_bn, weight, unit) = (wanted.name, wanted.name_bn, wanted.weight, wanted.unit)
      from products where id = wanted.product_id
    ) is true),
    bool_or(quantity > (select pieces from stock where stock.product_id = wanted.product_id for update))
  into is_current, is_lacking
  from (select * from jsonb_populate_recordset(line, given_lines) order by product_id) as wanted;
  if is_lacking or not is_current then
    outcome := 'changed';
    return;
  end if;
  for counter in select * from jsonb_to_recordset(limits) as counter (key text, max integer, seconds integer) loop
    wait := count_request(counter.key, counter.max, counter.seconds, at);
    if wait > 0 then
      perform refuse(429, '{"code": "too-many-orders"}', wait);
    end if;
  end loop;

  if given.stage = 'to confirm' and (phone_record(dialled, '{}')).taken > 0 then
    given.stage := 'new';
  end if;
  -- Also when it was taken on the phone: whoever took it may not know.
  if (
    select given.total_cost_poisha + (select coalesce(sum(owed), 0) from owing_orders(phone)) > limit_poisha
    from due_limits where phone = dialled
  ) then
    given.stage := 'to confirm';
  end if;
  insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status, sub_total_poisha,
    shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info, placed_at, division, area, stage, source,
    delivery_day, slot_from, slot_to, missing, link_hash, language)
  values (given.id, given.user_id, given.idempotency_key, given.request_hash, given.status, given.payment_method, given.payment_status,
    given.sub_total_poisha, given.shipping_cost_poisha, given.discount_poisha, given.total_cost_poisha, given.shipping_info,
    given.placed_at, given.division, given.area, coalesce(given.stage, 'new'), coalesce(given.source, 'shop'), given.delivery_day,
    given.slot_from, given.slot_to, coalesce(given.missing, 'call'), given.link_hash, given.language)
  returning number into line.order_number;
  if given.slot_from is not null then
    perform keep_to_places(given, places);
  end if;
  -- The columns of a line are those of its table; what a line lacks comes from `line`.
  insert into order_lines select * from jsonb_populate_recordset(line, given_lines);
  if is_lacking is not null then
    perform hold_stock(line.order_number, '[]', given_lines, low_stock, 'placed');
  end if;
  insert into order_history (order_number, at, actor, operator, to_status)
  values (line.order_number, given.placed_at, case when is_by_phone then 'operator' else 'owner' end, nullif(taken_by, 'operator'), given.status)
  returning id into placed;
  if note <> '' then
    insert into notes (order_number, text, author) values (line.order_number, note, taken_by);
  end if;
  if is_by_phone then
    insert into audit (actor, action, subject, details) values (taken_by, 'orders.placed', given.id, '{}');
  end if;

  mailed := messages = '[]' or write_messages(messages, placed, 0);
  stage := given.stage;
  outcome := 'placed';
end
$$;
