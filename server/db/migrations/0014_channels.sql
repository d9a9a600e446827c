-- How a message goes out (server/mail/mail.ts).
alter table outbox add column channel text not null default 'mail';
