-- What an account is told in its dashboard, numbered so that a page that lost its line asks for what came after.
create table feeds (
  account_id text primary key references accounts,
  length int not null default 0
);

create table notifications (
  account_id text not null references accounts,
  place int not null,
  id text not null unique,
  -- the entry of the ledger it tells of: told once, however often the job runs
  event_id text not null unique,
  transfer_id text not null references transfers,
  recipient_id text,
  kind text not null,
  -- of several files the first
  file_name text,
  file_count int not null,
  country text,
  city text,
  device text,
  at timestamptz not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, place)
);
create index notifications_unread on notifications (account_id) where read_at is null;
create index notifications_old on notifications (created_at);

-- each opens one stream of what happens, once
create table live_tickets (
  token_hash bytea primary key,
  account_id text not null references accounts,
  session_id text not null,
  expires_at timestamptz not null
);
