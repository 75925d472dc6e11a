-- Certificates that this installation orders for itself (ACME, RFC 8555). Private keys are sealed by the master key.
create table acme_accounts (
  directory text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- What the certificate authority is answered at /.well-known/acme-challenge/, by whichever process it asks.
create table acme_challenges (
  token text primary key,
  answer text not null,
  created_at timestamptz not null default now()
);

-- One row a host, made when the first order begins. A process that orders holds the row (`taken_by`, while it lives and
-- until `taken_until`); after a failure nobody tries before `next_try_at`.
create table certificates (
  host text primary key,
  chain text,
  sealed bytea,
  starts_at timestamptz,
  ends_at timestamptz,
  renew_at timestamptz,
  failures int not null default 0,
  last_error text,
  next_try_at timestamptz not null default now(),
  taken_by text,
  taken_until timestamptz,
  check (num_nulls(chain, sealed, starts_at, ends_at, renew_at) in (0, 5)),
  check ((taken_by is null) = (taken_until is null))
);
