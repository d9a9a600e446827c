-- What operators' searches for orders and customers compare.

-- A text as operators' searches compare it: lower case, single spaces, without characters that show nothing. With Unicode's lower case
-- where this server has it, because that of a database may know ASCII only.
do $do$
begin
  execute format(
    $function$
    create or replace function search_folded(given text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(
        lower(translate(given, U&'\00AD\200B\200C\200D\200E\200F\2060\FEFF', '') collate %I), '\s+', ' ', 'g'))
    $$
    $function$,
    case when exists (select from pg_collation where collname = 'und-x-icu') then 'und-x-icu' else 'default' end);
end
$do$;

-- The digits of a phone number as they are dialled in Bangladesh, or of its beginning; '' for any other text.
create or replace function search_phone(given text) returns text language sql immutable parallel safe as $$
  select case when translate(given, '০১২৩৪৫৬৭৮৯‐‑–—', '0123456789----') ~ '^[-+() 0-9]+$'
    then regexp_replace(regexp_replace(translate(given, '০১২৩৪৫৬৭৮৯', '0123456789'), '[^0-9]', '', 'g'), '^88(?=0)', '')
    else '' end
$$;

-- What a search for a person finds by its beginning: the name from each of its first 8 words on, the e-mail address, the phone.
create or replace function search_words(name text, email text, phone text) returns text[] language plpgsql immutable parallel safe as $$
declare
  words text[] := array[search_folded(coalesce(email, '')), search_phone(coalesce(phone, ''))];
  rest text := search_folded(coalesce(name, ''));
  gap integer;
begin
  for part in 1..8 loop
    words := words || left(rest, 64);
    gap := strpos(rest, ' ');
    exit when gap = 0;
    rest := substr(rest, gap + 1);
  end loop;
  return array_remove(words, '');
end
$$;

-- The words of an order's recipient.
create or replace function order_words_of(shipping_info jsonb) returns text[] language sql immutable parallel safe as $$
  select search_words(shipping_info ->> 'name', shipping_info ->> 'email', shipping_info ->> 'phone')
$$;

-- Whether one of the words begins with one of the needles.
create or replace function begins_with(words text[], needles text[]) returns boolean language plpgsql immutable parallel safe as $$
declare
  needle text;
  word text;
begin
  foreach needle in array needles loop
    foreach word in array words loop
      if starts_with(word, needle) then
        return true;
      end if;
    end loop;
  end loop;
  return false;
end
$$;
