-- What the operator has set, by name (domain/shop/settings.ts); what is not here has its default. `areas` is the list of areas.
create table shop_settings (
  name text primary key,
  value jsonb not null
);

-- A shop that somebody runs already is open.
insert into shop_settings (name, value) select 'opening', '["open"]'
  where exists (select from users where role = 'operator') or exists (select from orders);
