-- Consoles are told of every change that they show, in the transaction of the change.
create or replace function tell_console() returns trigger language plpgsql as $$
begin
  perform pg_notify('console', '');
  return null;
end
$$;

create or replace trigger orders_tell_console after update on orders
  for each statement execute function tell_console();
create or replace trigger audit_tells_console after insert on audit
  for each statement execute function tell_console();
create or replace trigger notes_tell_console after insert on notes
  for each statement execute function tell_console();
create or replace trigger users_tell_console after insert or delete on users
  for each statement execute function tell_console();
-- The language is left out: it changes with a page that is opened.
create or replace trigger users_tell_of_change after update on users
  for each row when (to_jsonb(old) - '{language,updated_at}'::text[] is distinct from to_jsonb(new) - '{language,updated_at}'::text[])
  execute function tell_console();
-- For each row, because many statements look for abandoned ones. Screens ask for the progress themselves.
create or replace trigger import_jobs_tell_console after insert or update of state on import_jobs
  for each row execute function tell_console();
-- A mail that failed, or was given up.
create or replace trigger outbox_tells_console after update of last_error on outbox
  for each statement execute function tell_console();
create or replace trigger outbox_sends_failed after delete on outbox
  for each row when (old.last_error is not null) execute function tell_console();
