-- identity/sessions: keys with which programs act as an account
create table api_keys (
  -- the public part of the key
  id text primary key,
  account_id text not null references accounts,
  name text not null,
  -- SHA-256 of the whole key
  secret_hash bytea not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- the networks it works from, as CIDR; none: all
  networks text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- null: no end
  ends_at timestamptz,
  -- to the minute
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_account on api_keys (account_id);
