-- What somebody asks the sender of a transfer for: more time, or a link of their own.

-- who asks for what, each once a day
create table askers (
  id text primary key,
  transfer_id text not null references transfers,
  wish text not null check (wish in ('time', 'access')),
  -- proven, or the one that the personal link was mailed to
  address text not null,
  asked_at timestamptz not null default now(),
  -- the sender wants to hear no more of them
  silenced_at timestamptz,
  unique (transfer_id, wish, address)
);

-- each is one mail to the sender, with a token of its own that gives once
create table asks (
  id text primary key,
  asker_id text not null references askers on delete cascade,
  -- whose link they hold
  recipient_id text not null references recipients,
  token_hash bytea not null unique,
  language text not null,
  time_zone text,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  given_at timestamptz,
  -- what was given: until when the link works. NULL once it is given: for ever
  given_until timestamptz
);
create index asks_of_asker on asks (asker_id);
create index asks_expires on asks (expires_at);
