-- What was bought at the bazaar for the deliveries of a day.
create table purchases (
  day date not null,
  product_id text not null references products (id) on delete cascade,
  bought boolean not null default false,
  -- In pieces of the product; of half a kilogram for one of 1 kg it is 0.5. Null: as much as the orders need.
  pieces double precision check (pieces >= 0),
  -- For all of it; null: nobody has said.
  paid_poisha bigint check (paid_poisha >= 0),
  -- What of it went into the stock, where that is counted.
  stocked integer not null default 0,
  primary key (day, product_id)
);
create index purchases_by_product on purchases (product_id, day) where bought and paid_poisha is not null and pieces > 0;
