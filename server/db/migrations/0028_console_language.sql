-- The console speaks the language that its operator has chosen; null: nothing was chosen. It is apart from that of their mails,
-- which follows the pages of the shop.
alter table users add column console_language text check (console_language ~ '^[a-z]{2}$');
