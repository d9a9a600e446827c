-- Two catalogues at a time, for imports in short transactions (decision 22): a product that an import changes has its old version and its
-- new one. `products`, which everything reads, shows one of the two catalogues; server/catalogue/versions.ts switches it.
alter table products rename to product_versions;
alter table product_versions
  -- The import that made this version; 0 for none.
  add column made_by bigint not null default 0,
  -- The import that ends this version; 0 for none.
  add column ended_by bigint not null default 0,
  drop constraint products_pkey,
  add primary key (id, ended_by);
drop index products_by_stretch;
create unique index products_by_stretch on product_versions ((position / 128), position, ended_by);

create view products as select * from product_versions;

-- The latest import in short transactions, and how far it is: 'none' when nothing of it is left to do.
create table product_import (
  one_row boolean primary key default true check (one_row),
  number bigint not null,
  -- The position of the last product before it.
  last_position bigint not null,
  phase text not null check (phase in ('none', 'staging', 'switched'))
);
