-- Counts one more for a rate limit: at most `most` in `seconds`, `at` in ms since 1970. Returns 0, or the seconds until the next try. It is
-- one statement, so that parallel requests are all counted.
create or replace function count_request(counter text, most integer, seconds integer, at bigint) returns integer language plpgsql as $$
declare
  counted rate_limits;
  since bigint := at - seconds * 1000::bigint;
  -- A window that begins later was counted before the clock was set back. Clocks of several machines differ by seconds.
  until bigint := at + 60000;
begin
  -- `last_request` is the start of the window. The id is nobody's: of two unique columns with one value, `on conflict` guards only one.
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
