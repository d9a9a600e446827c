-- Changes of orders that the figures count wait here for server/orders/follow-up.ts.
create or replace function queue_order_changes() returns trigger language plpgsql as $$
begin
  insert into order_changes (history_id) select id from added where from_status is distinct from to_status or before is not null;
  return null;
end
$$;

create or replace trigger order_history_inserted after insert on order_history
  referencing new table as added for each statement execute function queue_order_changes();
