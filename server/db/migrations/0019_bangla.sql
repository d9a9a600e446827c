-- Some keyboards write আ as অ with a sign behind it, which looks the same. The shop stores the one letter
-- (domain/typed/text.ts). The texts of a product's search have the letters of its names.
update products set
  name = replace(name, U&'\0985\09BE', U&'\0986'),
  name_bn = replace(name_bn, U&'\0985\09BE', U&'\0986'),
  aliases = replace(aliases, U&'\0985\09BE', U&'\0986'),
  search_text = replace(search_text, U&'\0985\09BE', U&'\0986'),
  suggestion_text = replace(suggestion_text, U&'\0985\09BE', U&'\0986')
where concat(name, name_bn, aliases) like U&'%\0985\09BE%';
update categories set
  name = replace(name, U&'\0985\09BE', U&'\0986'),
  name_bn = replace(name_bn, U&'\0985\09BE', U&'\0986'),
  aliases = replace(aliases, U&'\0985\09BE', U&'\0986')
where concat(name, name_bn, aliases) like U&'%\0985\09BE%';
update users set name = replace(name, U&'\0985\09BE', U&'\0986') where name like U&'%\0985\09BE%';
-- Areas and names of the shop.
update shop_settings set value = replace(value::text, U&'\0985\09BE', U&'\0986')::jsonb
where value::text like U&'%\0985\09BE%';
