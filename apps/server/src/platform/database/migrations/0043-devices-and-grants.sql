-- identity/sessions: whether an API key has not been revoked, for modules whose links end with it
create function key_stands(key text) returns boolean language sql stable as $$
  select exists (select from api_keys where id = $1 and revoked_at is null)
$$;

-- downloads: the key that a program took the link with; NULL: a person took it
alter table grants add column api_key_id text;
alter table library_grants add column api_key_id text;

-- identity/sessions: programs that wait for somebody to allow them, for ten minutes
create table device_logins (
  -- SHA-256 of the secret that the program polls with
  device_hash bytea primary key,
  -- HMAC of the code that a person reads on the program's screen
  code_hash bytea not null unique,
  -- what the program says about itself and asks for
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- the key ends after so many days
  days int not null,
  -- where the program asked from
  ip text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  polled_at timestamptz,
  -- the shortest time between two polls
  interval_seconds int not null,
  -- NULL: nobody has answered yet
  is_allowed boolean,
  account_id text references accounts,
  check ((is_allowed is null) = (account_id is null))
);
create index device_logins_over on device_logins (expires_at);
create index device_logins_account on device_logins (account_id) where account_id is not null;
