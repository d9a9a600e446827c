-- How many products each listing has.
create or replace function keep_listing_counts() returns trigger language plpgsql as $$
begin
  -- Most changes of a product leave its listings as they are.
  if tg_op = 'UPDATE' then
    if not exists (
      select from before join after using (id)
      where (before.category, before.status, before.discount_bp > 0) is distinct from (after.category, after.status, after.discount_bp > 0)
    ) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    insert into listing_counts (listing, products)
    select listing, -count(*) from before
      cross join lateral unnest(array[category, status, 'all', case when discount_bp > 0 then 'offers' end]) as listing
      where listing is not null group by listing order by listing
    on conflict (listing) do update set products = listing_counts.products + excluded.products;
  end if;
  if tg_op <> 'DELETE' then
    insert into listing_counts (listing, products)
    select listing, count(*) from after
      cross join lateral unnest(array[category, status, 'all', case when discount_bp > 0 then 'offers' end]) as listing
      where listing is not null group by listing order by listing
    on conflict (listing) do update set products = listing_counts.products + excluded.products;
  end if;
  return null;
end
$$;

create or replace trigger products_inserted after insert on products
  referencing new table as after for each statement execute function keep_listing_counts();
create or replace trigger products_updated after update on products
  referencing old table as before new table as after for each statement execute function keep_listing_counts();
create or replace trigger products_deleted after delete on products
  referencing old table as before for each statement execute function keep_listing_counts();
