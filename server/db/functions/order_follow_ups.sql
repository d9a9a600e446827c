-- Each new order is followed up, soon after its commit (server/orders/follow-up.ts).
create or replace function orders_placed() returns trigger language plpgsql as $$
begin
  insert into order_follow_ups (order_number) select number from placed;
  return null;
end
$$;

create or replace trigger orders_placed after insert on orders
  referencing new table as placed for each statement execute function orders_placed();
