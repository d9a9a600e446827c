-- Puts messages into the outbox, each {channel, to, subject, text, html, limit}, with the change of an order that they
-- tell of. They leave after `waits` ms. A `limit` ({key, max, seconds}, or null) leaves out those of a recipient who
-- has had too many: then it returns false.
create or replace function write_messages(messages jsonb, history_id bigint, waits integer) returns boolean language plpgsql as $$
declare
  written integer;
begin
  insert into outbox (channel, recipient, subject, body_text, body_html, history_id, next_attempt_at)
  select channel, "to", subject, text, html, write_messages.history_id, now() + waits * interval '1 ms'
  from jsonb_to_recordset(messages) as message (channel text, "to" text, subject text, text text, html text, "limit" jsonb)
  where "limit" is null or count_request("limit" ->> 'key', ("limit" ->> 'max')::integer, ("limit" ->> 'seconds')::integer,
    (extract(epoch from clock_timestamp()) * 1000)::bigint) = 0;
  get diagnostics written = row_count;
  return written = jsonb_array_length(messages);
end
$$;
