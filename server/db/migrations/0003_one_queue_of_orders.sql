-- All that follows a change of an order, soon after its commit, waits in one queue (server/orders/changes.ts).
drop trigger if exists orders_placed on orders;
drop trigger if exists order_history_inserted on order_history;
drop function if exists orders_placed, queue_figures;
alter table figures_queue rename to order_changes;

-- New orders that are in the sums, but that operators have not been mailed about.
insert into order_mail_queue (user_id, order_number)
select users.id, order_number from order_follow_ups cross join users
where role = 'operator' and order_mails and not exists (
  select from order_history join order_changes on history_id = order_history.id
  where order_history.order_number = order_follow_ups.order_number and from_status is null
)
on conflict do nothing;
drop table order_follow_ups;
