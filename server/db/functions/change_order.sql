-- Whether the cash of its row has been handed over since: then nothing is added to that row.
create or replace function was_handed_over(entry order_money) returns boolean language sql stable as $$
  select exists (
    select from handovers
    where handovers.day = entry.day and handovers.rider_id is not distinct from entry.rider_id and handovers.counted >= entry.id
  )
$$;

-- Changes an order under its own lock: all of what the shop has computed for one revision of it, or nothing ('changed':
-- it has another revision by now, its key was used meanwhile, or cash was handed over). What is `given`: `columns` of
-- orders; its new `lines`, and those `added` that must be in the catalogue at this price; `entry`, the columns of
-- order_history; `replaces`, the id of an entry whose messages have not left and are replaced by these; `money`, rows of
-- order_money, with the last `handover` that their rows were chosen by; who changes it as the log has it (`by`,
-- `action`); `places`, how many orders its delivery time takes; `low_stock` (move_stock); `messages` (write_messages)
-- and `push`, the kinds of those to phones (push_order), which wait for `waits` ms, so that an undo can take them back. `mailed`: whether all were written.
create or replace function change_order(
  given_number bigint, expected integer, given jsonb, out outcome text, out mailed boolean
) language plpgsql as $$
declare
  old orders;
  new orders;
  given_lines jsonb := nullif(given -> 'lines', 'null');
  entry jsonb := given -> 'entry';
  replaced bigint := given ->> 'replaces';
  written order_history;
  content jsonb;
  before jsonb;
  holds boolean;
  will_hold boolean;
  line order_lines;
begin
  outcome := 'changed';
  select * into old from orders where number = given_number for update;
  if old.id is null or old.revision <> expected or exists (select from order_history where key = (entry ->> 'key')::uuid)
    or exists (
    select from jsonb_populate_recordset(line, given -> 'added') as priced
    where (
      select available and price_poisha = priced.price_poisha and discount_bp = priced.discount_bp
      from products where id = priced.product_id
    ) is not true
  ) then
    return;
  end if;

  if given -> 'money' <> '[]' then
    -- Handovers wait for it, and it for them.
    lock table handovers in row exclusive mode;
    if (select coalesce(max(id), 0) from handovers) <> (given ->> 'handover')::bigint then
      return;
    end if;
  end if;

  if replaced is not null then
    delete from outbox
    where history_id = replaced and channel <> 'push' and sent_at is null and given_up_at is null and attempts = 0;
    if not found then
      return;
    end if;
  end if;

  new := jsonb_populate_record(old, given -> 'columns');
  holds := old.status <> 'canceled' and not old.returned;
  will_hold := new.status <> 'canceled' and not new.returned;
  if holds <> will_hold or given_lines is not null then
    before := (select jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity)) from order_lines where order_number = given_number);
    perform hold_stock(given_number, case when holds then before else '[]' end,
      case when will_hold then coalesce(given_lines, before) else '[]' end, (given ->> 'low_stock')::integer,
      entry ->> 'change', as_far => new.status = 'delivered');
  end if;
  if given_lines is not null
    or (old.total_cost_poisha, old.division, old.area) is distinct from (new.total_cost_poisha, new.division, new.area)
  then
    select jsonb_build_object('total_poisha', old.total_cost_poisha, 'division', old.division, 'area', old.area,
      'lines', jsonb_agg(to_jsonb(order_lines) - 'order_number' order by order_lines.line))
    into content from order_lines where order_number = given_number;
  end if;
  if given -> 'money' <> '[]' then
    new.owes := new.status = 'delivered' and (
      select sum(owed) from (
        select owed_poisha(order_money) from order_money where order_number = given_number
        union all select owed_poisha(added) from jsonb_populate_recordset(null::order_money, given -> 'money') as added
      ) as entries (owed)
    ) > 0;
  end if;
  update orders set status = new.status, stage = new.stage, rider_id = new.rider_id, returned = new.returned, cancel_reason = new.cancel_reason,
    payment_status = new.payment_status, sub_total_poisha = new.sub_total_poisha, shipping_cost_poisha = new.shipping_cost_poisha,
    discount_poisha = new.discount_poisha, total_cost_poisha = new.total_cost_poisha, shipping_info = new.shipping_info,
    division = new.division, area = new.area, delivery_day = new.delivery_day, slot_from = new.slot_from,
    slot_to = new.slot_to, owes = new.owes, revision = old.revision + 1
  where number = given_number;
  -- One that has its delivery time keeps it, however many it takes by now.
  if old.status = 'canceled' or (old.delivery_day, old.slot_from) is distinct from (new.delivery_day, new.slot_from) then
    perform keep_to_places(new, (given ->> 'places')::integer);
  end if;
  if given_lines is not null then
    delete from order_lines where order_number = given_number;
    line.order_number := given_number;
    insert into order_lines select * from jsonb_populate_recordset(line, given_lines);
  end if;

  written := jsonb_populate_record(null::order_history, entry);
  insert into order_history (order_number, at, actor, operator, from_status, to_status, from_stage, to_stage, change, reason, details,
    before, was, undoes, key, request_hash)
  values (given_number, now(), written.actor, written.operator, old.status, new.status, old.stage, new.stage, written.change,
    coalesce(written.reason, ''), coalesce(written.details, '{}'), content,
    jsonb_build_object('status', old.status, 'stage', old.stage, 'rider', old.rider_id, 'returned', old.returned, 'reason', old.cancel_reason),
    written.undoes, written.key, written.request_hash)
  on conflict (key) where key is not null do nothing
  returning * into written;
  if written.id is null then
    perform refuse(409, '{"code": "change-key-used"}');
  end if;

  -- Not the time at which the statement began: a handover may have come since.
  insert into order_money (order_number, history_id, at, day, rider_id, kind, amount_poisha, how, reference, operator)
  select given_number, written.id, clock_timestamp(), day, rider_id, kind, amount_poisha, coalesce(how, 'cash'), coalesce(reference, ''),
    written.operator
  from jsonb_populate_recordset(null::order_money, given -> 'money');
  if written.undoes is not null then
    delete from outbox where history_id = written.undoes and sending_until is null;
  end if;

  if given ->> 'by' is not null then
    insert into audit (actor, action, subject, details) values (given ->> 'by', given ->> 'action', old.id, '{}');
  end if;
  mailed := true;
  if given -> 'messages' <> '[]' then
    mailed := write_messages(given -> 'messages', coalesce(replaced, written.id), (given ->> 'waits')::integer);
    perform pg_notify('mail', '');
  end if;
  if given ->> 'push' is not null and exists (select from push_subscriptions) then
    perform push_order(given_number, given #>> '{push,staff}', given #>> '{push,customer}', written.id, (given ->> 'waits')::integer,
      given ->> 'by');
  end if;
  if old.user_id is not null then
    perform pg_notify('profile', old.user_id);
  end if;
  outcome := 'done';
end
$$;
