-- The first `most` products, in the catalogue's order, whose suggestion text is like all `patterns` and which are not among `known`.
-- `grams` are those that such a text must have. It looks into at most `ranges` stretches of 128 positions that may have such
-- products.
create or replace function suggest_products(patterns text[], grams text[], known text[], most integer, ranges integer)
  returns setof products language plpgsql stable as $$
declare
  found_block record;
  stretch bigint;
  given integer;
  remaining integer := most;
  looked integer := 0;
begin
  for found_block in
    select block, bit_and(slots) as slots from search_blocks where gram = any(grams) and type = 'suggestions'
    group by block having count(*) = cardinality(grams) and bit_and(slots) <> 0 order by block
  loop
    for slot in 0..63 loop
      continue when (found_block.slots >> slot) & 1 = 0;
      stretch := found_block.block::bigint * 64 + slot;
      return query
        select * from products
        where position / 128 = stretch and id <> all(known) and position = any(array(
          select suggestion_texts.position from suggestion_texts
          where suggestion_texts.position >= stretch * 128 and suggestion_texts.position < (stretch + 1) * 128
            and text like all(patterns)
        ))
        order by position limit remaining;
      get diagnostics given = row_count;
      remaining := remaining - given;
      looked := looked + 1;
      if remaining <= 0 or looked >= ranges then
        return;
      end if;
    end loop;
  end loop;
end
$$;
