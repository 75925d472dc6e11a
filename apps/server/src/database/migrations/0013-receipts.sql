-- The keys that sign receipts. A public key is kept for ever, so that what it signed can be checked; the private half is
-- sealed by the master key and gone once the key is retired.
create table receipt_keys (
  id text primary key,
  public_key bytea not null,
  sealed bytea,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check ((sealed is null) = (retired_at is not null))
);
create unique index receipt_keys_in_use on receipt_keys ((true)) where retired_at is null;
