-- Stock, where it is counted.
alter table products add column max_per_order integer check (max_per_order > 0);

-- No column of products: a sale would write a whole product and its indexes anew. One without a row is not counted.
create table stock (
  product_id text primary key references products (id) on delete cascade,
  pieces integer not null check (pieces >= 0)
);
create index stock_lowest_first on stock (pieces, product_id);

-- Why the number is what it is. Rows are only added. What an order holds of a product is the sum of its rows, taken back.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id text not null references products (id) on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('order', 'count', 'goods in', 'waste')),
  delta integer not null,
  -- What was in stock then; null: it is not counted any more.
  after integer,
  order_number bigint references orders (number) on delete set null,
  -- An e-mail address; null for the API's token, and for what an order has moved.
  operator text,
  reason text not null default '',
  -- Of whoever sends it again until there is an answer.
  key uuid unique
);
create index stock_movements_by_product on stock_movements (product_id, id);
create index stock_movements_by_order on stock_movements (order_number) where order_number is not null;

-- It came back from the door and has not left again: what it holds is in stock.
alter table orders add column returned boolean not null default false;
