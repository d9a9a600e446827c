-- What the operator has set, by name (domain/shop/settings.ts); what is not here has its default. `areas` is the list of areas.
create table shop_settings (
  name text primary key,
  value jsonb not null
);
