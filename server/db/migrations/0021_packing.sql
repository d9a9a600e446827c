-- It is weighed when it is packed.
alter table products add column by_weight boolean not null default false;
-- What was weighed, in thousandths of the line's own unit; and the product that it came instead of: {id, name, name_bn}.
alter table order_lines add column weighed integer check (weighed > 0), add column instead_of jsonb;
-- What the shop does when something is missing, as the shopper has chosen.
alter table orders add column missing text not null default 'call' check (missing in ('call', 'leave', 'similar'));
