-- What a press on a message opens follows from whose the order is by then (server/push/push.ts).
alter table push_subscriptions drop column page;
