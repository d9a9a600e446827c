-- Which languages there are is said in shared/language.ts alone.
alter table users drop constraint users_language_check, add constraint users_language_check check (language ~ '^[a-z]{2}$');
