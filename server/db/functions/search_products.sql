-- The first `most` products after position `since`, in the catalogue's order, that hold `needle`;
-- of one type, or of both when `only_type` is null. `first_gram` is the needle or its first 3 characters. It looks at
-- one stretch after the other and stops when it has enough, so that a page costs the same however large the
-- catalogue and however common the needle.
create or replace function search_products(needle text, first_gram text, only_type text, since bigint, most integer)
  returns setof products language plpgsql stable as $$
declare
  found_block record;
  stretch bigint;
  given integer;
  remaining integer := most;
begin
  for found_block in
    select block, bit_or(slots) as slots from search_blocks
    where gram = first_gram and block >= since / 8192
      and type in (coalesce(only_type, 'raw-products'), coalesce(only_type, 'beverages'))
    group by block order by block
  loop
    for slot in 0..63 loop
      continue when (found_block.slots >> slot) & 1 = 0;
      stretch := found_block.block::bigint * 64 + slot;
      continue when stretch < since / 128;
      return query
        select * from products
        where position / 128 = stretch and position > since
          and strpos(search_text, needle) > 0 and (only_type is null or type = only_type)
        order by position limit remaining;
      get diagnostics given = row_count;
      remaining := remaining - given;
      if remaining <= 0 then
        return;
      end if;
    end loop;
  end loop;
end
$$;
