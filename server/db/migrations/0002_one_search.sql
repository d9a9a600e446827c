-- One search for products, orders and customers: words in indexes of text search vectors (../functions/search.sql). It takes the place of
-- block ranges, deletions and tables of words.

-- What suggestions look into: the names and aliases, folded (domain/catalogue/suggestions.ts).
alter table products add column suggestion_text text not null default '';
update products set suggestion_text = text from suggestion_texts where suggestion_texts.position = products.position;

-- A group in the catalogue's order.
create index products_by_type on products (type, position);
-- The whole catalogue in its order. Not of the position itself on purpose: the planner would walk along it to find a category, and that may
-- begin after a million others.
create unique index products_in_order on products ((position + 0));
drop index products_by_stretch;

-- The words of all suggestion texts, for misspelt ones. Words are only ever added.
create table words (
  word text collate "C" primary key
);

insert into words select distinct word from word_deletions;

drop table search_blocks, suggestion_texts, word_deletions, order_words, account_words;
drop function if exists search_products, suggest_products, order_words_of, begins_with, search_words;
drop function if exists order_words_changed, account_words_changed cascade;
delete from applied_functions
where name in ('account_words', 'order_words', 'search_products', 'search_words', 'suggest_products');
