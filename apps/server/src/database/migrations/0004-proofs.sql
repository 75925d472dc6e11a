-- http: links that led nowhere, by network -------------------------------------------------------------------------------
create table misses (
  network_hash bytea primary key,
  minute_misses int not null,
  minute_began_at timestamptz not null default now(),
  hour_misses int not null,
  hour_began_at timestamptz not null default now()
);
create index misses_began on misses (hour_began_at);

-- http: work that a network has shown after too many misses --------------------------------------------------------------
create table proofs (
  -- a challenge is good once
  challenge_hash bytea primary key,
  -- what the browser holds, bound to its network
  pass_hash bytea not null unique,
  misses_left int not null check (misses_left >= 0),
  expires_at timestamptz not null
);
create index proofs_expires on proofs (expires_at);

-- http: what alarms count, by the minute of the hour: sixty rows per alarm, written over and over -------------------------
create table alarm_counts (
  alarm text not null,
  minute int not null check (minute between 0 and 59),
  count int not null,
  counted_at timestamptz not null default now(),
  primary key (alarm, minute)
);
create table alarms (
  alarm text primary key,
  raised_at timestamptz not null default now()
);
