-- Some keyboards write আ as অ with a sign behind it, which looks the same. The shop stores the one letter
-- (domain/typed/text.ts). The texts of a product's search have the letters of its names.
create function pg_temp.as_stored(given text) returns text language sql immutable
  return replace(given, U&'\0985\09BE', U&'\0986');
update products set
  name = pg_temp.as_stored(name), name_bn = pg_temp.as_stored(name_bn), aliases = pg_temp.as_stored(aliases),
  search_text = pg_temp.as_stored(search_text), suggestion_text = pg_temp.as_stored(suggestion_text)
  where concat(name, name_bn, aliases) like U&'%\0985\09BE%';
update categories set name = pg_temp.as_stored(name), name_bn = pg_temp.as_stored(name_bn), aliases = pg_temp.as_stored(aliases)
  where concat(name, name_bn, aliases) like U&'%\0985\09BE%';
update users set name = pg_temp.as_stored(name) where name like U&'%\0985\09BE%';
-- Areas, and the names of the shop.
update shop_settings set value = pg_temp.as_stored(value::text)::jsonb where value::text like U&'%\0985\09BE%';
