-- Where an account has what happened sent, and what became of each sending.
create table webhooks (
  id text primary key,
  account_id text not null references accounts,
  url text not null,
  kinds text[] not null,
  -- sealed by the master key
  secret bytea not null,
  -- signs along until then
  former_secret bytea,
  former_until timestamptz,
  paused_at timestamptz,
  paused_because text check (paused_because in ('owner', 'gone', 'failing')),
  -- when its receiver last took something
  taken_at timestamptz,
  created_at timestamptz not null default now(),
  check ((paused_at is null) = (paused_because is null)),
  check ((former_secret is null) = (former_until is null))
);
create index webhooks_account on webhooks (account_id, created_at, id);

create table webhook_deliveries (
  -- what the receiver tells repetitions by
  id text primary key,
  webhook_id text not null references webhooks on delete cascade,
  -- the entry of the ledger it tells of: once for each webhook, however often the job runs; null: a test
  event_id text,
  kind text not null,
  transfer_id text references transfers,
  recipient_id text,
  -- of several files the first
  file_name text,
  file_count int not null default 0,
  country text,
  city text,
  device text,
  at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  -- being sent; whoever sends it has died when this is over
  held_until timestamptz,
  -- of the last attempt
  tried_at timestamptz,
  status int,
  failure text,
  ms int,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_old on webhook_deliveries (created_at);
