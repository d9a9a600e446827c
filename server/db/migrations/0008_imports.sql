-- The operator's import of a catalogue file: it is checked first, then waits here until somebody starts it. Only the latest one is kept.
create table import_jobs (
  id text primary key,
  file_name text not null,
  -- Whether products that the file lacks are removed.
  replace boolean not null,
  actor text not null,
  state text not null check (state in ('checking', 'refused', 'checked', 'importing', 'done', 'failed')),
  phase text check (phase in ('reading', 'pictures', 'comparing', 'importing')),
  done bigint not null default 0,
  total bigint not null default 0,
  summary jsonb,
  changes jsonb,
  fault_count integer not null default 0,
  unit text not null default 'line' check (unit in ('line', 'item')),
  error text,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- When the process that works on it said so last.
  alive_at timestamptz not null default now()
);

-- One file at a time.
create unique index import_jobs_at_work on import_jobs ((true)) where state in ('checking', 'importing');

-- The rows of a checked file, or the faults of a refused one, as lists in their order. Not jsonb: they are only read as they are.
create table import_job_chunks (
  job_id text not null references import_jobs (id) on delete cascade,
  number integer not null,
  content json not null,
  primary key (job_id, number)
);
