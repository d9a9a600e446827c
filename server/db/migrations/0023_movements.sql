-- Every order writes a movement of each counted product, and the number in stock: both are kept as cheap to write as they
-- can be. Nothing removes an order, and a trigger removes what a removed product had (functions/stock.sql). A list in the
-- order of the numbers, which few look at, sorts them; with an index of them each sale would write all indexes anew.
alter table stock_movements
  drop constraint stock_movements_product_id_fkey,
  drop constraint stock_movements_order_number_fkey,
  drop constraint stock_movements_key_key,
  drop constraint stock_movements_pkey,
  add primary key (product_id, id);
drop index stock_movements_by_product;
create unique index stock_movements_by_key on stock_movements (key) where key is not null;
drop index stock_lowest_first;
alter table stock set (fillfactor = 50);
