-- What the gateway of an SMS answered, which stays in the outbox for a while (server/mail/mail.ts): orders, undos and
-- edits find theirs by the index.
alter table outbox add column answer text;
create index outbox_by_history on outbox (history_id) where history_id is not null;
