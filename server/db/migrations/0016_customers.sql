-- About whoever orders with it.
alter table notes add column phone text, drop constraint notes_check,
  add constraint notes_check check (num_nonnulls(order_number, user_id, phone) = 1);
create index notes_by_phone on notes (phone) where phone is not null;

-- What riders have brought back, by time.
create index order_history_returns on order_history (at) where change = 'return';
