-- How many orders of all accounts a phone number (as search_phone writes it) has taken, and how many it has refused.
create or replace function phone_record(phone text, refusals text[], out taken integer, out refused integer) language sql stable as $$
  select count(*) filter (where status = 'delivered'), count(*) filter (where status = 'canceled' and cancel_reason = any(refusals))
  from orders where search_phone(shipping_info ->> 'phone') = nullif(phone, '');
$$;
