-- Where an order goes, by the id of the shop's area: for lists and figures. It stays when the address is deleted; '' without areas.
alter table orders add column area text not null default '';
create index orders_by_area on orders (area, number) where area <> '';
alter table order_sums drop constraint order_sums_dimension_check,
  add constraint order_sums_dimension_check check (dimension in ('all', 'division', 'hour', 'area'));
