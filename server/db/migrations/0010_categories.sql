-- What products are sorted into. The shop brings 15; the operator adds, hides and orders them (server/catalogue/categories.ts).
create table categories (
  -- The last part of its address.
  id text primary key,
  -- The order of menus.
  position integer not null,
  name text not null,
  name_bn text not null,
  -- What else people call it, separated by '|'. Only words for everything in it: semolina is flour, but not আটা.
  aliases text not null default '',
  type text not null check (type in ('raw-products', 'beverages')),
  -- In menus. Those of the operator are only while they have products.
  shown boolean not null default true,
  built_in boolean not null default false,
  unique (id, type)
);

insert into categories (position, built_in, type, id, name, name_bn, aliases) values
  (1, true, 'raw-products', 'vegetables', 'Vegetables', 'সবজি', 'vegetable|sobji|shobji|sobzi|shobzi|sabji|shak sobji|সব্জি|শাকসবজি|শাক সবজি'),
  (2, true, 'raw-products', 'fruits', 'Fruits', 'ফল', 'fruit|fol|phol|ফলমূল'),
  (3, true, 'raw-products', 'meat', 'Meat', 'মাংস', 'mangsho|mangso|mansho|gosht|মাংশ|গোশত'),
  (4, true, 'raw-products', 'fish', 'Fish', 'মাছ', 'mach|maach|machh|mas'),
  (5, true, 'raw-products', 'eggs', 'Eggs', 'ডিম', 'egg|dim|deem'),
  (6, true, 'raw-products', 'spices', 'Spices', 'মসলা', 'spice|mosla|moshla|masala|মশলা'),
  (7, true, 'raw-products', 'rice', 'Rice', 'চাল', 'chal|chaal|chaul|চাউল'),
  (8, true, 'raw-products', 'flour', 'Flour', 'আটা-ময়দা', 'flours|ata moida'),
  (9, true, 'raw-products', 'oil', 'Oil', 'তেল', 'oils|tel'),
  (10, true, 'beverages', 'tea-coffe', 'Tea & Coffe', 'চা ও কফি', 'tea|tea coffee|coffe|coffee|cha|chaa|chai|kofi|cofi|চা|কফি|চা কফি'),
  (11, true, 'beverages', 'dry-fruits', 'Dry Fruits', 'বাদাম ও শুকনো ফল', 'dry fruit|dried fruit|dried fruits|shukno fol|শুকনো ফল|শুকনা ফল'),
  (12, true, 'beverages', 'jams', 'Jams & Jellies', 'জ্যাম ও জেলি', 'jam|jelly|jellies|jam jelly|jeli|জ্যাম|জেলি'),
  (13, true, 'beverages', 'biscuits', 'Biscuits', 'বিস্কুট', 'biscuit|biskut|biscut|bisket'),
  (14, true, 'beverages', 'cakes', 'Cakes', 'কেক', 'cake|kek'),
  (15, true, 'beverages', 'breads', 'Breads', 'পাউরুটি ও রুটি', 'bread');

-- The group of a product is that of its category, also when the category moves to the other one.
alter table products add constraint products_category foreign key (category, type)
  references categories (id, type) on update cascade;
