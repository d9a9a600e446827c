-- All processes read anew what the operator has set (server/live/snapshot.ts), in the transaction of the change.
create or replace function tell_shop() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop', '');
  return null;
end
$$;

create or replace trigger shop_settings_tell_shop after insert or update or delete on shop_settings
  for each statement execute function tell_shop();
