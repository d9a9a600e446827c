-- What was asked with a key: the same key asking for something else is refused.
alter table order_history add column key_hash text;
