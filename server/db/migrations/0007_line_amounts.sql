-- What a line of an order costs, as it was priced: nothing computes it a second time.
alter table order_lines add column paid_poisha bigint;
update order_lines set paid_poisha = round(price_poisha * quantity * (10000 - discount_bp) / 10000.0);
alter table order_lines alter column paid_poisha set not null;
