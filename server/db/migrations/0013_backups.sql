-- What became of the backups at BACKUP_URL. The files there are the truth; a backup that another shop wrote has no row.
create table backups (
  name text primary key,
  -- Of its snapshot: every order committed before is in it.
  taken_at timestamptz not null,
  -- Null until the whole file is at its place.
  bytes bigint,
  -- When it was restored into a scratch shop and had the orders, the sum and the pictures of its snapshot.
  proven_at timestamptz,
  -- When it was last tried to write or prove it, and why that failed.
  tried_at timestamptz not null default now(),
  fault text
);
