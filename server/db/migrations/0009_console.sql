-- What the operator's console needs. It is told of every change that it shows, in the transaction of the change.
create function tell_console() returns trigger language plpgsql as $$
begin
  perform pg_notify('console', '');
  return null;
end
$$;

create trigger orders_tell_console after insert or update of status on orders
  for each statement execute function tell_console();
create trigger audit_tells_console after insert on audit
  for each statement execute function tell_console();
-- The language is left out: it changes with a page that is opened.
create trigger users_tell_console
  after insert or delete or update of email, name, role, img_url, phone, gender, street, city, postcode, division, country,
    schedule_for_deletion on users
  for each statement execute function tell_console();
-- A mail that failed, or was given up.
create trigger outbox_tells_console after update of last_error on outbox
  for each statement execute function tell_console();

-- Which operator changed an order, by e-mail address; null for the API's token, and for owners.
alter table order_history add column operator text;
