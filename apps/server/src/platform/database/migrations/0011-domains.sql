-- Custom hosts: host names under which a workspace's links answer. A claim is pending until its records are right; only
-- then does the workspace hold the host, so nobody can keep a company from its own name by typing it first.
create table domains (
  id text primary key,
  workspace_id text not null references workspaces,
  -- lower case, in its ASCII form
  host text not null check (host = lower(host)),
  -- 128 bits, for this claim alone: what the TXT record must say
  token text not null,
  status text not null check (status in ('pending', 'verified', 'failing', 'released')),
  -- no other workspace can have the host before then; 'infinity' while it is in use, null for a claim without proof
  held_until timestamptz,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- since when every clear answer has been wrong
  wrong_since timestamptz,
  -- when wrong answers turned it off
  off_at timestamptz,
  checked_at timestamptz,
  -- what the last check found, as the contract's `domainFound`
  found jsonb,
  next_check_at timestamptz not null default now(),
  check ((status in ('verified', 'failing')) = (held_until is not distinct from 'infinity')),
  check ((status = 'failing') = (wrong_since is not null))
);
create unique index domains_holder on domains (host) where held_until is not null;
create unique index domains_current on domains (workspace_id) where status <> 'released';
create index domains_due on domains (next_check_at) where status <> 'released';
