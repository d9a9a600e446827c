-- All processes read anew what the operator has set (server/live/live.ts), in the transaction of the change.
create or replace function tell_shop() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop', '');
  return null;
end
$$;

create or replace trigger shop_settings_tell_shop after insert or update or delete on shop_settings
  for each statement execute function tell_shop();

create or replace trigger categories_tell_shop after insert or update or delete on categories
  for each statement execute function tell_shop();
-- When a category gets its first product or loses its last: menus have the operator's own only with products.
create or replace trigger listing_counts_tell_shop after insert on listing_counts
  for each row execute function tell_shop();
create or replace trigger listing_counts_tell_of_change after update on listing_counts
  for each row when ((old.products > 0) <> (new.products > 0)) execute function tell_shop();
