-- Refuses what the statement asks, and undoes all of it: the answer is this status and reason (domain/outcome.ts), by
-- `refusable` of server/db/errors.ts. `retry_after` is in seconds.
create or replace function refuse(status integer, reason jsonb, retry_after integer default null) returns void language plpgsql as $$
begin
  raise exception 'refused' using errcode = 'REFUS',
    detail = jsonb_strip_nulls(jsonb_build_object('status', status, 'reason', reason, 'retryAfter', retry_after));
end
$$;
