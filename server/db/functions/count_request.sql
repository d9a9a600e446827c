-- Counts one more for a limit of `most` in `seconds`, at `at` (ms since 1970). Returns 0, or the seconds until the next
-- try. One statement counts all of several requests at the same moment.
create or replace function count_request(counter text, most integer, seconds integer, at bigint) returns integer language plpgsql as $$
declare
  counted rate_limits;
  since bigint := at - seconds * 1000::bigint;
  -- A window that begins later was counted before the clock was set back. Clocks of several machines differ by seconds.
  until bigint := at + 60000;
begin
  -- `last_request` is when the window began. Nobody uses the id: `on conflict` can guard only one column.
  insert into rate_limits as stored (id, key, count, last_request) values (gen_random_uuid(), counter, 1, at)
  on conflict (key) do update set
    count = case when stored.last_request between since + 1 and until then least(stored.count, most) + 1 else 1 end,
    last_request = case when stored.last_request between since + 1 and until then stored.last_request else at end
  returning * into counted;
  if counted.count <= most then
    return 0;
  end if;
  return greatest(1, ceil((counted.last_request - since) / 1000.0));
end
$$;
