-- Until the transaction ends, no other request can place or settle an order with this key.
create or replace function lock_attempt(owner text, key uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(owner || ' ' || key, 0))
$$;
