-- What was asked with a key: the same key asking for something else is refused.
alter table order_history add column request_hash text;
-- For the figures of a period.
create index order_money_given_back on order_money (day) where kind = 'given back';
