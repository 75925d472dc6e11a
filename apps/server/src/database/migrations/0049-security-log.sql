-- What happened to whom that concerns who may come in and what was refused; one list of kinds, in the server's code.
-- No key refers to accounts: what was done outlives who did it. `fold_key` makes repeats within a minute one row.
create table security_events (
  id text primary key,
  at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  event text not null,
  outcome text not null,
  account_id text,
  address text,
  network text,
  request_id text,
  facts jsonb not null default '{}',
  count int8 not null default 1,
  fold_key bytea,
  is_told boolean not null default false
);
create index security_events_at on security_events (at);
create index security_events_of_account on security_events (account_id, at) where account_id is not null;
create index security_events_of_address on security_events (address, at) where address is not null;
create index security_events_of_network on security_events (network, at) where network is not null;
create unique index security_events_fold on security_events (fold_key) where fold_key is not null;
create index security_events_untold on security_events (id) where not is_told;

-- What each setting was at the last start, as a keyed hash: that it changed can be told, what it was cannot be read.
create table known_settings (
  name text primary key,
  mac bytea not null,
  changed_at timestamptz not null default now()
);
