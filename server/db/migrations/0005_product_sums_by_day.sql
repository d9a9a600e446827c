-- What was sold of each product is kept by day alone.
drop index product_sums_by_revenue;
delete from product_sums where span = 'week';
alter table product_sums drop column span;
alter table product_sums rename column start to day;
alter table product_sums add primary key (day, product_id);

-- Which products sold best.
create index product_sums_by_revenue on product_sums (day, revenue_poisha);
