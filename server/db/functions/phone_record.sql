-- How many orders of all accounts a phone number (as search_phone writes it) has taken, and how many it has refused.
create or replace function phone_record(phone text, refusals text[], out taken integer, out refused integer) language plpgsql stable as $$
begin
  select count(*) filter (where status = 'delivered'), count(*) filter (where status = 'canceled' and cancel_reason = any(refusals))
  into taken, refused
  from orders
  where search_words(shipping_info ->> 'name', shipping_info ->> 'email', shipping_info ->> 'phone', id) @@ quote_literal(nullif(phone, ''))::tsquery
    and search_phone(shipping_info ->> 'phone') = phone;
end
$$;
