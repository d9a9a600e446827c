-- What people call a product, and whether it can be ordered now.
alter table products
  add column name_bn text not null default '',
  -- Further words that shoppers type, separated by '|'.
  add column aliases text not null default '',
  add column available boolean not null default true;

-- The names and aliases of the product at a position, folded (domain/suggestions.ts). A table of its own, because only suggestions read it,
-- and every other query is faster the more products are on a page of the disk.
create table suggestion_texts (
  position bigint primary key,
  text text not null
);

-- The products that were here before this migration. The shop indexes them at its next start, and empties this table.
create table products_to_index (
  position bigint primary key
);
insert into products_to_index (position) select position from products;

alter table order_lines add column name_bn text not null default '';

-- The words of all names, without up to two of their letters, in every way: misspelt words are found by what is left of them. Words are
-- only ever added: a stale one costs a look and finds nothing.
create table word_deletions (
  deletion text collate "C" not null,
  word text collate "C" not null,
  primary key (deletion, word)
);

-- search_blocks also has the grams of the suggestion texts, with the type 'suggestions': 1 to 3 characters of such a text, or a space
-- and the first 3 of a word. The search for products does not look at them.
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

-- The first `most` products, in the catalogue's order, whose suggestion text is like all `patterns` and which are not among `known`.
-- `grams` are those that such a text must have. It looks into at most `ranges` stretches of 128 positions that may have such
-- products.
create function suggest_products(patterns text[], grams text[], known text[], most integer, ranges integer)
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
