-- The language of the page that a customer has opened last: mails that no page causes are written in it.
alter table users add column language text not null default 'en' check (language in ('en', 'bn'));
