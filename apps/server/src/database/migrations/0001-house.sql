-- The house: proving an address, uploading, sending, downloading, and what is known of each.
-- Ids are made by the app. Times are the database's. NULL is "never" or "not yet".

-- accounts: which addresses a browser has proven -------------------------------------------------------------------
create table devices (
  id text primary key,
  secret_hash bytea not null unique,
  created_at timestamptz not null default now()
);

create table sender_codes (
  id text primary key,
  address text not null,
  device_id text not null references devices,
  code_hash bytea not null,
  tries_left int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sender_codes_address on sender_codes (address, created_at);

create table sender_proofs (
  device_id text not null references devices,
  address text not null,
  proven_at timestamptz not null default now(),
  primary key (device_id, address)
);

-- billing: what an anonymous sender may still use; keys are 'address:…', 'device:…', 'network:…:YYYY-MM-DD' ---------
create table allowances (
  key text primary key,
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  sends int not null default 0 check (sends >= 0),
  created_at timestamptz not null default now()
);

-- uploads: knows bytes, not transfers ------------------------------------------------------------------------------
create table uploads (
  id text primary key,
  state text not null default 'open' check (state in ('open', 'complete', 'abandoned')),
  -- who may take it up again: the proven address on any device, or this device
  owner_address text not null,
  device_id text references devices,
  network text not null,
  manifest_hash bytea not null,
  store text not null check (store in ('disk', 's3')),
  bytes bigint not null,
  reserved_keys text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  completed_at timestamptz
);
create unique index uploads_resumable on uploads (owner_address, manifest_hash) where state = 'open';
create index uploads_expiring on uploads (expires_at) where state = 'open';

create table upload_tokens (
  token_hash bytea primary key,
  upload_id text not null references uploads on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index upload_tokens_upload on upload_tokens (upload_id);

create table blobs (
  id text primary key,
  upload_id text not null references uploads,
  position int not null,
  store text not null check (store in ('disk', 's3')),
  key text not null unique,
  bytes bigint not null check (bytes > 0),
  part_bytes bigint not null check (part_bytes > 0),
  wrapped_key bytea not null,
  multipart_id text not null,
  received_bytes bigint not null default 0,
  completed_at timestamptz,
  removed_at timestamptz,
  unique (upload_id, position)
);

create table parts (
  blob_id text not null references blobs on delete cascade,
  starts_at bigint not null check (starts_at >= 0),
  bytes bigint not null check (bytes > 0),
  crc32 bigint not null,
  tag bytea not null,
  received_at timestamptz not null default now(),
  primary key (blob_id, starts_at)
);

-- what a browser claimed of a part before it was sent to a presigned URL
create table part_claims (
  blob_id text not null references blobs on delete cascade,
  starts_at bigint not null,
  bytes bigint not null,
  crc32 bigint not null,
  md5 bytea not null,
  member_crcs bigint[],
  claimed_at timestamptz not null default now(),
  primary key (blob_id, starts_at, md5)
);

-- who is writing which range just now, so that a stale writer never touches acknowledged bytes
create table part_leases (
  id text primary key,
  blob_id text not null references blobs on delete cascade,
  starts_at bigint not null,
  bytes bigint not null,
  node_id text not null,
  taken_at timestamptz not null default now()
);
create index part_leases_blob on part_leases (blob_id);

create table files (
  id text primary key,
  upload_id text not null references uploads,
  position int not null,
  -- cleaned and unique inside the upload
  path text not null,
  bytes bigint not null check (bytes >= 0),
  modified_at timestamptz not null,
  fingerprint text not null,
  blob_id text references blobs,
  blob_offset bigint not null default 0,
  crc32 bigint,
  sha256 bytea,
  checked_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_because text,
  unique (upload_id, position),
  check ((bytes = 0) = (blob_id is null))
);
create index files_blob on files (blob_id);

-- transfers --------------------------------------------------------------------------------------------------------
create table drafts (
  upload_id text primary key references uploads,
  send_as text not null check (send_as in ('email', 'link')),
  sender_address text not null,
  recipients jsonb not null,
  message text not null,
  expiry_seconds bigint not null,
  language text not null default 'en',
  changed_at timestamptz not null default now()
);

create table transfers (
  id text primary key,
  slug text not null unique,
  upload_id text not null unique references uploads,
  send_as text not null check (send_as in ('email', 'link')),
  role text not null,
  sender_address text not null,
  sender_name text,
  sender_proven boolean not null,
  sender_language text not null default 'en',
  sender_time_zone text,
  device_id text references devices,
  network text not null,
  message text not null,
  file_count int not null,
  bytes bigint not null,
  expiry_seconds bigint not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz,
  deleted_at timestamptz,
  bytes_removed_at timestamptz
);
create index transfers_expiring on transfers (expires_at) where deleted_at is null and bytes_removed_at is null;

create table recipients (
  id text primary key,
  transfer_id text not null references transfers,
  position int not null,
  -- NULL: whoever holds a link transfer's link
  address text,
  name text,
  company text,
  token_hash bytea not null unique,
  language text,
  opened_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
create index recipients_transfer on recipients (transfer_id);

-- downloads --------------------------------------------------------------------------------------------------------
create table grants (
  id text primary key,
  token_hash bytea not null unique,
  transfer_id text not null references transfers,
  recipient_id text not null references recipients,
  -- NULL: every file
  file_ids text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- bytes of a file that really went out to a recipient, ranges merged
create table deliveries (
  recipient_id text not null references recipients,
  file_id text not null references files,
  ranges int8multirange not null default '{}',
  bytes bigint not null default 0,
  began_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (recipient_id, file_id)
);

-- tracking ---------------------------------------------------------------------------------------------------------
create table events (
  id text primary key,
  transfer_id text not null references transfers,
  recipient_id text references recipients,
  file_id text references files,
  kind text not null check (kind in ('opened', 'begun', 'delivered', 'finished', 'looked')),
  lane text not null check (lane in ('human', 'machine')),
  reason text,
  bytes bigint,
  ip inet,
  country text,
  city text,
  time_zone text,
  device text,
  at timestamptz not null default now()
);
create index events_transfer on events (transfer_id, at);
create index events_ip on events (at) where ip is not null;

create table alerts (
  transfer_id text not null references transfers,
  recipient_id text not null references recipients,
  kind text not null check (kind in ('finished', 'stopped')),
  at timestamptz not null default now(),
  primary key (recipient_id, kind)
);

-- mail: one row per mail to one address; the content is sealed and dropped once it is sent ---------------------------
create table mails (
  id text primary key,
  message_id text not null unique,
  template text not null,
  recipient_id text references recipients,
  sealed bytea,
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  given_up_at timestamptz
);
create index mails_open on mails (created_at) where accepted_at is null and given_up_at is null;
create unique index mails_once on mails (recipient_id, template) where template = 'files-arrived';

-- http: answers of calls that create something, kept a day -----------------------------------------------------------
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status int,
  -- sealed: an answer may hold a token
  reply bytea,
  taken_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

-- http: budgets, as rate-limiter-flexible keeps them; expire is epoch milliseconds -------------------------------------
create table rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- config: which master key sealed what is stored here, so that a lost key is noticed and never replaced in silence -------
create table master_keys (
  fingerprint bytea primary key,
  seen_at timestamptz not null default now()
);
