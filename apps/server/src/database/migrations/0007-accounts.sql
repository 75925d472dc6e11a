-- Accounts, their sessions and second factors, their contacts, and what may be changed of a saved transfer.

-- accounts ---------------------------------------------------------------------------------------------------------
create table accounts (
  id text primary key,
  -- as the contract's parser returns it: trimmed, lower case; NULL once the account is deleted
  email text unique,
  password_hash text not null,
  full_name text not null default '',
  company text not null default '',
  role text not null default 'free',
  subscription text not null default 'trialing' check (subscription in ('trialing', 'active', 'past_due', 'unpaid')),
  suspended_at timestamptz,
  region text not null default 'cn-hongkong',
  language text not null default 'en',
  time_zone text,
  referrer text,
  login_count int not null default 0,
  custom_domain_option text not null default 'standard' check (custom_domain_option in ('standard', 'custom')),
  transfer_settings jsonb not null default '{}',
  request_settings jsonb not null default '{}',
  picture_id text,
  -- sealed; good once confirmed
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- the last time step that was used, so that a code is good once
  totp_step bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table pictures (
  id text primary key,
  account_id text not null references accounts,
  small bytea not null,
  verysmall bytea not null,
  created_at timestamptz not null default now()
);
create index pictures_account on pictures (account_id);

-- addresses an account has proven: its own, and those it had before
create table account_addresses (
  address text primary key,
  account_id text not null references accounts,
  proven_at timestamptz not null default now()
);
create index account_addresses_account on account_addresses (account_id);

create table recovery_codes (
  account_id text not null references accounts,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table passkeys (
  id text primary key,
  account_id text not null references accounts,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null default '',
  added_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- sessions ---------------------------------------------------------------------------------------------------------
-- a session is a family of refresh tokens: each use makes the next generation, and an older one ends them all
create table sessions (
  id text primary key,
  account_id text not null references accounts,
  -- goes into every generation's token, so that none can be made without it
  salt bytea not null,
  generation int not null default 1,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  device text not null default '',
  -- the browser it was opened in: one that signed in before is not a stranger
  device_id text references devices,
  country text,
  city text,
  ip inet
);
create index sessions_device on sessions (account_id, device_id);
create index sessions_live on sessions (account_id, last_used_at) where ended_at is null;

-- wrong tries in a row under a hash of whom they name, whether there is such a one or not
create table login_failures (
  key text primary key,
  failures int not null default 0,
  blocked_until timestamptz not null default now(),
  failed_at timestamptz not null default now()
);

-- things begun that end with one more step: a second factor, a passkey
create table challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-factor', 'add-totp', 'add-passkey')),
  account_id text not null references accounts,
  challenge text,
  tries_left int not null default 5,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index challenges_account on challenges (account_id);

create table reset_tokens (
  token_hash bytea primary key,
  account_id text not null references accounts,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_tokens_account on reset_tokens (account_id, created_at);

-- what belongs to an account -----------------------------------------------------------------------------------------
alter table uploads add column if not exists account_id text;
alter table transfers add column if not exists account_id text;
alter table uploads add foreign key (account_id) references accounts;
alter table transfers add foreign key (account_id) references accounts;
-- an account's open uploads are its own, also under an address that a visitor has proven
drop index uploads_resumable;
create unique index uploads_resumable on uploads (manifest_hash, owner_address) where state = 'open' and account_id is null;
create unique index uploads_resumable_of_account on uploads (account_id, manifest_hash)
  where state = 'open' and account_id is not null;

-- transfers: what may be changed after sending -----------------------------------------------------------------------
alter table transfers add column paused_at timestamptz;
-- by the operator: whoever has the link finds nothing
alter table transfers add column blocked_at timestamptz;
alter table transfers add column password_hash text;
alter table transfers add column download_limit int check (download_limit > 0);
alter table transfers add column only_proven boolean not null default false;
alter table transfers add column edited_at timestamptz;
-- files finished, each once per recipient; kept as deliveries finish
alter table transfers add column download_count int not null default 0;
alter table transfers add column sender_company text;
alter table transfers add column sender_country text;
alter table transfers add column sender_city text;
-- what a search looks through: slug, file names, recipients; lower case
alter table transfers add column search_text text not null default '';

-- what was sent without an account, for the account that proves the address
create index transfers_anonymous on transfers (sender_address) where account_id is null;
create index transfers_of_device on transfers (device_id) where account_id is null;

alter table recipients add column removed_at timestamptz;
-- an account that has put a received transfer out of its own list
alter table recipients add column hidden_at timestamptz;
create index recipients_address on recipients (address, created_at desc) where address is not null;

update transfers set download_count = (
  select count(*) from deliveries join recipients on recipients.id = deliveries.recipient_id
  where recipients.transfer_id = transfers.id and deliveries.finished_at is not null
);

-- a browser's pass for a transfer that is closed by a password or to everyone but proven addresses
create table link_passes (
  transfer_id text not null references transfers,
  recipient_id text not null references recipients,
  device_id text not null references devices,
  address text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (recipient_id, device_id, address)
);

-- contacts ---------------------------------------------------------------------------------------------------------
create table contacts (
  id text primary key,
  account_id text not null references accounts,
  email text not null,
  name text not null default '',
  company text not null default '',
  created_at timestamptz not null default now(),
  last_sent_at timestamptz,
  unique (account_id, email)
);
