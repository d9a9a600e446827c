-- Operators: accounts that may use the console. Their passwords and sessions are apart from the shop's, so that nothing a shopper can
-- change ever opens the console.

alter table users
  -- Whether this operator gets a mail for new orders.
  add column order_mails boolean not null default false;

-- Operators are few, accounts are many.
create index users_operators on users (email) where role = 'operator';

create table operators (
  user_id text primary key references users (id) on delete cascade,
  -- argon2id.
  password text not null,
  -- Encrypted. It counts from `totp_enabled_at` on.
  totp_secret text,
  totp_enabled_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  totp_step bigint not null default 0,
  -- Keyed digests; a used one is removed.
  recovery_codes text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz not null
);

create table operator_sessions (
  id text primary key,
  -- SHA-256 of what is in the cookie.
  token_hash text not null unique,
  user_id text not null references operators (user_id) on delete cascade,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);

create index operator_sessions_by_user on operator_sessions (user_id);

-- Logins whose password was right, and whose code is next.
create table operator_challenges (
  token_hash text primary key,
  user_id text not null references operators (user_id) on delete cascade,
  expires_at timestamptz not null
);

create index operator_challenges_by_user on operator_challenges (user_id);

create table invitations (
  email text primary key check (email = lower(email)),
  token_hash text not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
