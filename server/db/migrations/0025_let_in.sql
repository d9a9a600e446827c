-- Riders and packers may log in with a phone, which then stands in `email`: '+8801711000101'. Customers and owners have an
-- e-mail address. `resets`: the link sets a new password of an account that is an operator's already.
alter table users
  add constraint users_login_check check (email like '%@%' or role not in ('user', 'operator'));

alter table invitations add column resets boolean not null default false;
