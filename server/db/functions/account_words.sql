-- What each customer is found by.
create or replace function account_words_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from account_words where word = any(search_words(old.name, old.email, old.phone)) and email = old.email;
  end if;
  if tg_op <> 'DELETE' and new.role = 'user' then
    insert into account_words (word, email) select distinct unnest(search_words(new.name, new.email, new.phone)), new.email;
  end if;
  return null;
end
$$;

create or replace trigger users_words after insert or delete or update of name, email, phone, role on users
  for each row execute function account_words_changed();
