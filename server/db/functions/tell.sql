-- Tells a channel of every change, in the transaction of the change.
create or replace function tell() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end
$$;

-- Consoles, of all that they show.
create or replace trigger orders_tell_console after update on orders
  for each statement execute function tell('console');
create or replace trigger audit_tells_console after insert on audit
  for each statement execute function tell('console');
create or replace trigger notes_tell_console after insert on notes
  for each statement execute function tell('console');
create or replace trigger users_tell_console after insert or delete on users
  for each statement execute function tell('console');
-- The language is left out: it changes with a page that is opened.
create or replace trigger users_tell_of_change after update on users
  for each row when (to_jsonb(old) - '{language,updated_at}'::text[] is distinct from to_jsonb(new) - '{language,updated_at}'::text[])
  execute function tell('console');
-- For each row, because many statements look for abandoned ones. Screens ask for the progress themselves.
create or replace trigger import_jobs_tell_console after insert or update of state on import_jobs
  for each row execute function tell('console');
-- A mail that failed, or was given up.
create or replace trigger outbox_tells_console after update of last_error on outbox
  for each statement execute function tell('console');
create or replace trigger outbox_sends_failed after delete on outbox
  for each row when (old.last_error is not null) execute function tell('console');

-- All processes, which read anew what the operator has set (server/live/live.ts).
create or replace trigger shop_settings_tell_shop after insert or update or delete on shop_settings
  for each statement execute function tell('shop');

create or replace trigger categories_tell_shop after insert or update or delete on categories
  for each statement execute function tell('shop');
-- When a category gets its first product or loses its last: menus have the operator's own only with products.
create or replace trigger listing_counts_tell_shop after insert on listing_counts
  for each row execute function tell('shop');
create or replace trigger listing_counts_tell_of_change after update on listing_counts
  for each row when ((old.products > 0) <> (new.products > 0)) execute function tell('shop');

drop function if exists tell_console(), tell_shop();
