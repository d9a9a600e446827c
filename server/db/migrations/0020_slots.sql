-- The delivery time of an order, 'HH:MM' in Dhaka, on its day of delivery. None in a shop without delivery times.
alter table orders add column slot_from text, add column slot_to text;
-- How many orders each has, without the canceled ones: kept by triggers (functions/slot_orders.sql).
create table slot_orders (
  day date not null,
  slot_from text not null,
  orders integer not null,
  primary key (day, slot_from)
);
