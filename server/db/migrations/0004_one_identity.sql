-- One table of accounts, one of sessions, one of one-time tokens. What an identity library had for itself goes.

alter table users
  -- argon2id; null: no password opens the account.
  add column password text,
  -- When this account accepted an invitation to the console. Null: the role alone opens nothing.
  add column console_since timestamptz,
  add column console_used_at timestamptz,
  -- Encrypted. It counts from `totp_enabled_at` on.
  add column totp_secret text,
  add column totp_enabled_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  add column totp_step bigint,
  -- Keyed digests; a used one is removed.
  add column recovery_codes text[],
  drop column email_verified;

update users set password = credentials.password
  from credentials where credentials.user_id = users.id and provider_id = 'credential';
update users set
  password = operators.password, console_since = operators.created_at, console_used_at = operators.last_used_at,
  totp_secret = operators.totp_secret, totp_enabled_at = operators.totp_enabled_at, totp_step = operators.totp_step,
  recovery_codes = operators.recovery_codes
  from operators where operators.user_id = users.id;

-- Shoppers' sessions, and operators' of the console. One kind never opens the other.
alter table sessions rename column token to token_hash;
alter table sessions rename constraint sessions_token_key to sessions_token_hash_key;
alter table sessions rename column updated_at to last_used_at;
alter table sessions drop column ip_address, add column kind text not null default 'shop' check (kind in ('shop', 'console'));
alter table sessions alter column kind drop default;
-- SHA-256 of what is in the cookie, in base64url.
update sessions set token_hash = translate(encode(sha256(convert_to(token_hash, 'UTF8')), 'base64'), '+/=', '-_');
insert into sessions (id, token_hash, kind, user_id, user_agent, created_at, last_used_at, expires_at)
  select id, token_hash, 'console', user_id, user_agent, created_at, last_used_at, expires_at from operator_sessions;

drop table credentials, verifications, operator_sessions, operator_challenges, operators;

-- What is good once and for minutes: mailed links, logins whose code is next, challenges of passkeys.
create table one_time_tokens (
  -- SHA-256.
  token_hash text primary key,
  purpose text not null check (purpose in ('password-reset', 'login-code', 'passkey')),
  -- Null while nobody knows who will log in.
  user_id text references users (id) on delete cascade,
  expires_at timestamptz not null
);

create index one_time_tokens_by_user on one_time_tokens (user_id);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);

-- Operators' passkeys (WebAuthn).
create table passkeys (
  -- The credential's id, in base64url.
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  -- COSE.
  public_key bytea not null,
  counter bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_by_user on passkeys (user_id);
