-- Adds to the stock of a product that is counted, and writes down why; returns what is in stock then, or null when it is
-- not counted, or so many are not there. Pages hear of it when it is `low` before or after: only then they tell it.
create or replace function move_stock(
  product text, change integer, given_kind text, low integer,
  of_order bigint default null, by_operator text default null, why text default ''
) returns integer language plpgsql as $$
declare
  here integer;
begin
  with moved as (
    update stock set pieces = pieces + change where product_id = product and pieces + change >= 0 returning pieces
  )
  insert into stock_movements (product_id, kind, delta, after, order_number, operator, reason)
  select product, given_kind, change, pieces, of_order, by_operator, why from moved
  returning after into here;
  if least(here, here - change) <= low then
    perform pg_notify('products', '');
  end if;
  return here;
end
$$;

-- Takes what an order holds from the stock, or gives it back, product by product in the order of ids: `before` and
-- `after` are its lines ([{product_id, quantity}]), none while it holds nothing. Refuses when so many are not there; of
-- one that was delivered all the same (`as_far`) it takes what is there. What was ordered before a product was counted
-- was never taken, and is not given back.
create or replace function hold_stock(
  number bigint, before jsonb, after jsonb, low integer, why text, as_far boolean default false
) returns void language plpgsql as $$
declare
  line record;
  change integer;
begin
  for line in
    select product_id, sum(was)::integer as was, sum(wanted)::integer as wanted from (
      select product_id, quantity as was, 0 as wanted from jsonb_to_recordset(before) as old (product_id text, quantity integer)
      union all select product_id, 0, quantity from jsonb_to_recordset(after) as new (product_id text, quantity integer)
    ) as lines group by product_id order by product_id
  loop
    change := line.was - line.wanted;
    if change > 0 then
      select greatest(-sum(delta) - line.wanted, 0) into change from stock_movements
      where order_number = number and product_id = line.product_id;
    elsif as_far then
      select greatest(change, -pieces) into change from stock where product_id = line.product_id for update;
    end if;
    if change <> 0 and move_stock(line.product_id, change, 'order', low, number, null, why) is null then
      perform refuse(409, jsonb_build_object('code', 'product-unavailable', 'left', pieces, 'name', name, 'name_bn', name_bn))
      from stock join products on id = product_id where product_id = line.product_id;
    end if;
  end loop;
end
$$;

-- An operator's count, each {id, from, to}: `from` is what they saw, so that what orders have taken meanwhile stays
-- taken. Null: not counted.
create or replace function count_stock(counts jsonb, low integer, by_operator text, why text default '') returns void language plpgsql as $$
declare
  one record;
  here integer;
begin
  for one in select * from jsonb_to_recordset(counts) as count (id text, "from" integer, "to" integer) order by id loop
    select pieces into here from stock where product_id = one.id for update;
    if one."to" is null then
      delete from stock where product_id = one.id;
      insert into stock_movements (product_id, kind, delta, operator, reason)
      select one.id, 'count', -here, by_operator, why where here is not null;
      perform pg_notify('products', '') where here <= low;
    else
      if here is null then
        -- Another first count may have come meanwhile: this one is counted later.
        insert into stock (product_id, pieces) values (one.id, 0)
        on conflict (product_id) do update set pieces = stock.pieces returning pieces into here;
        one."from" := here;
      end if;
      perform move_stock(one.id, greatest(one."to" - coalesce(one."from", here), -here), 'count', low,
        by_operator => by_operator, why => why);
    end if;
  end loop;
end
$$;

-- A product that is removed takes its movements with it: what is counted under its id one day begins anew.
create or replace function forget_movements() returns trigger language plpgsql as $$
begin
  delete from stock_movements where product_id = old.id;
  return null;
end
$$;

create or replace trigger product_takes_movements after delete on products
  for each row execute function forget_movements();
