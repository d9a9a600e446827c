-- What phones owe, and in which kind money moves.

alter table order_money
  add column how text not null default 'cash' check (how in ('cash', 'bkash', 'nagad', 'bank')),
  add column reference text not null default '',
  drop constraint order_money_kind_check,
  add constraint order_money_kind_check check (kind in ('to collect', 'collected', 'given back', 'written off'));

-- What was given back until now is owed by nobody.
insert into order_money (order_number, history_id, at, day, rider_id, kind, amount_poisha, operator)
select order_number, history_id, at, day, rider_id, 'written off', amount_poisha, operator
from order_money where kind = 'given back' order by id;

-- Whether the sum of its entries is above 0 (change_order): only for the index. Of the orders delivered before, those
-- of which somebody has noted less than was due: nobody has to go through all doors that nobody has noted.
alter table orders add column owes boolean not null default false;
update orders set owes = true
where status = 'delivered' and payment_status = 'unpaid'
  and number in (select order_number from order_money where kind = 'collected');

-- How much a phone (as search_phone writes it) may owe with a further order before that waits; null: any sum.
create table due_limits (phone text primary key, limit_poisha bigint check (limit_poisha >= 0));
