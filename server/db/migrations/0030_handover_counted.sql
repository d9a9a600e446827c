-- What a handover closes is what was noted before it, and clocks go back too: the last row of order_money by then.
alter table handovers add column counted bigint;
update handovers set counted = (select coalesce(max(id), 0) from order_money where order_money.at <= handovers.at);
alter table handovers alter column counted set not null;
