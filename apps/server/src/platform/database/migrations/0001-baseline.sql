-- Every table, in the order of the modules that own them (ARCHITECTURE.md names each table's owner).
-- The application makes the ids. All times are the database's. NULL means "never", "not yet" or "nobody".
-- The last section, row-level security, decides what an account's own role may read.

-- platform: HTTP ------------------------------------------------------------------------------------------------------

-- Replies to calls that create something, kept for a day, so that a repeated call creates nothing twice.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status int,
  -- sealed: a reply may hold a token
  reply bytea,
  -- the process that is answering; a dead process holds nothing
  node_id text,
  taken_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

-- Proofs of work that a network has shown after too many misses.
create table proofs (
  -- a challenge is valid once
  challenge_hash bytea primary key,
  -- the browser's secret, bound to its network
  pass_hash bytea not null unique,
  misses_left int not null check (misses_left >= 0),
  expires_at timestamptz not null
);
create index proofs_expires on proofs (expires_at);

-- How often something was tried under a name within a window; each try beyond the free ones needs a proof of work.
create table tallies (
  -- the hash of the name
  key bytea primary key,
  count int not null,
  ends_at timestamptz not null
);
create index tallies_ends on tallies (ends_at);

-- The events that alarms count, by minute of the hour: sixty rows per alarm, overwritten every hour.
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

-- platform: jobs ------------------------------------------------------------------------------------------------------

-- The process that each pool of the job runner belongs to: a running job stays with its pool until that process is
-- gone.
create table job_pools (
  pool_id text primary key,
  node_id text not null,
  -- since when that process has had no session; NULL while it lives
  absent_since timestamptz
);

-- platform: the master key and the settings ---------------------------------------------------------------------------

-- The master key that sealed what is stored here, so that a lost key is noticed and never silently replaced. The index
-- admits one row: two processes that start at once with different keys cannot both run.
create table master_keys (
  fingerprint bytea primary key,
  seen_at timestamptz not null default now()
);
create unique index one_master_key on master_keys ((true));

-- Each setting at the last start, as a keyed hash: a change can be reported, but the value cannot be read.
create table known_settings (
  name text primary key,
  mac bytea not null,
  changed_at timestamptz not null default now()
);

-- platform: the security log ------------------------------------------------------------------------------------------

-- Events that concern access, and refusals; the server's code lists the kinds. No foreign key refers to accounts: a row
-- outlives the account that caused it. `fold_key` folds repeats within a minute into one row.
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

-- platform: certificates ----------------------------------------------------------------------------------------------
-- Certificates that this installation orders (ACME, RFC 8555). The master key seals their private keys.
create table acme_accounts (
  directory text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- What every process answers the certificate authority at /.well-known/acme-challenge/.
create table acme_challenges (
  token text primary key,
  answer text not null,
  created_at timestamptz not null default now()
);

-- One row per host, made when the first order begins. The process that orders holds the row (`taken_by`, while the
-- process lives and until `taken_until`); after a failure no process tries before `next_try_at`.
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

-- platform: signing ---------------------------------------------------------------------------------------------------

-- The keys that sign receipts, ledger heads and anchors. A public key is kept for ever, so that its signatures can be
-- checked; the master key seals the private half, which is removed once the key is retired.
create table receipt_keys (
  id text primary key,
  public_key bytea not null,
  sealed bytea,
  -- a MAC under the master key shows that this server made the key: with write access to the database alone, nobody can
  -- make a valid one. Empty for the oldest keys, which their private half identifies until they are retired.
  mac bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check ((sealed is null) = (retired_at is not null))
);
create unique index receipt_keys_in_use on receipt_keys ((true)) where retired_at is null;

-- workspaces ----------------------------------------------------------------------------------------------------------

-- The owners of things. Every account belongs to one workspace, and has its own as long as there are no teams.
create table workspaces (
  id text primary key,
  created_at timestamptz not null default now(),
  -- when its account was deleted: the row stays for rows that still refer to it
  ended_at timestamptz
);

-- identity: accounts and their profiles -------------------------------------------------------------------------------
create table accounts (
  id text primary key,
  workspace_id text not null references workspaces,
  -- as the contract's parser returns it: trimmed, lower case; NULL once the account is deleted
  email text unique,
  password_hash text not null,
  full_name text not null default '',
  company text not null default '',
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
  -- sealed; valid once it is confirmed
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- the last time step that was used, so that a code is valid once
  totp_step bigint,
  -- what the account is mailed about its transfers
  alert_mode text not null default 'finished'
    check (alert_mode in ('finished', 'opened', 'every', 'digest', 'none')),
  -- since when; mails in this mode leave out earlier events
  alerts_since timestamptz not null default now(),
  -- the end of the last day that a digest covered
  digested_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Owned things refer to both columns, and follow their account into another workspace; both are NULL where nobody was
  -- signed in.
  unique (id, workspace_id)
);
create index accounts_workspace on accounts (workspace_id);
-- The workspace of an account, also for the reading role, which cannot see accounts; NULL where the account does not
-- exist.
create function workspace_of(account text) returns text language sql stable strict security definer
set search_path from current as $$
  select workspace_id from accounts where id = account
$$;
create index accounts_digest on accounts (id) where alert_mode = 'digest' and deleted_at is null;

create table pictures (
  id text primary key,
  account_id text not null references accounts,
  small bytea not null,
  verysmall bytea not null,
  created_at timestamptz not null default now()
);
create index pictures_account on pictures (account_id);

-- The addresses that an account has proven: its current one and earlier ones.
create table account_addresses (
  address text primary key,
  account_id text not null references accounts,
  proven_at timestamptz not null default now()
);
create index account_addresses_account on account_addresses (account_id);

-- One row per browser; a cookie holds the secret.
create table devices (
  id text primary key,
  secret_hash bytea not null unique,
  created_at timestamptz not null default now()
);

-- identity: mailed codes ----------------------------------------------------------------------------------------------

-- Codes that prove an address for one browser, and which browser has proven which address.
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
  -- a mac of the network in which the address was proven: later requests from that network count as known
  network_hash bytea,
  proven_at timestamptz not null default now(),
  primary key (device_id, address)
);
-- signing out revokes the browser's proofs of the account's addresses
create index sender_proofs_of_address on sender_proofs (address);

-- Mails with a code or a link that a visitor who is not signed in requested, by destination mailbox.
create table code_mails (
  id text primary key,
  mailbox_hash bytea not null,
  -- requested from a browser or a network that has proven the address before
  is_known boolean not null,
  sent_at timestamptz not null default now()
);
create index code_mails_of_mailbox on code_mails (mailbox_hash, sent_at);
create index code_mails_sent on code_mails (sent_at);

-- identity: sessions --------------------------------------------------------------------------------------------------

-- A session is a family of refresh tokens: each use creates the next generation, and the use of an older one ends the
-- whole family.
create table sessions (
  id text primary key,
  account_id text not null references accounts,
  -- part of every generation's token, so that nobody can make one without it
  salt bytea not null,
  generation int not null default 1,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  device text not null default '',
  -- the browser that opened it: a browser that signed in before is not a stranger
  device_id text references devices,
  country text,
  city text,
  ip inet
);
create index sessions_device on sessions (account_id, device_id);
create index sessions_live on sessions (account_id, last_used_at) where ended_at is null;

-- Second factors.
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

-- Sign-ins and changes of security that wait for one more step.
create table challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-factor', 'add-totp', 'add-passkey', 'step-up', 'stepped-up')),
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
  -- the browser that made the request: a new password ends the tokens of that browser alone; NULL where no browser made
  -- it
  device_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_tokens_account on reset_tokens (account_id, created_at);

-- For 72 hours the address that was notified of a change of sign-in details may undo the change.
create table take_backs (
  token_hash bytea primary key,
  account_id text not null references accounts,
  -- the address that received the link; undoing the change makes it the account's address again
  address text not null,
  changed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index take_backs_account on take_backs (account_id, changed_at);
create index take_backs_expires on take_backs (expires_at);

-- billing -------------------------------------------------------------------------------------------------------------

-- What a workspace pays for; a workspace without a row is free and on trial.
create table subscriptions (
  workspace_id text primary key references workspaces,
  -- the role that applies: the higher of what was bought and what lifetime codes grant
  role text not null default 'free',
  status text not null default 'trialing' check (status in ('trialing', 'active', 'past_due', 'unpaid')),
  bought_role text not null default 'free',
  bought_status text not null default 'trialing' check (bought_status in ('trialing', 'active', 'past_due', 'unpaid')),
  changed_at timestamptz not null default now()
);

-- Codes of the lifetime deal. Until a code is redeemed, its row has a keyed hash under the master key, and its last
-- four characters for the operator.
create table lifetime_codes (
  id text primary key,
  mac bytea not null unique,
  ending text not null,
  note text not null default '',
  made_at timestamptz not null default now(),
  -- set once the code is redeemed: it is then worthless to others, and its owner can see it
  code text,
  workspace_id text references workspaces,
  place int check (place between 1 and 8),
  redeemed_at timestamptz,
  revoked_at timestamptz,
  unique (workspace_id, place),
  check ((workspace_id is null) = (place is null))
);

-- Used and reserved amounts; keys are 'address:…', 'device:…', 'account:…', 'network:…:YYYY-MM-DD' and the like.
create table allowances (
  key text primary key,
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  sends int not null default 0 check (sends >= 0),
  created_at timestamptz not null default now()
);

-- uploads: knows bytes, not transfers ---------------------------------------------------------------------------------
create table uploads (
  id text primary key,
  state text not null default 'open' check (state in ('open', 'complete', 'abandoned')),
  -- NULL: nobody was signed in
  account_id text,
  workspace_id text,
  -- who may resume it without an account: any device that has proven the address, or this device
  owner_address text not null,
  device_id text references devices,
  network text not null,
  -- the request whose open link it came through, whose storage has its own limit; NULL for every other upload
  link_id text,
  manifest_hash bytea not null,
  -- the id of a store in the settings; 'disk' is the data folder's store, the only one with segments
  store text not null,
  bytes bigint not null,
  reserved_keys text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  completed_at timestamptz,
  foreign key (account_id, workspace_id) references accounts (id, workspace_id) match full on update cascade
);
-- an account's open uploads are its own, even under an address that a visitor has proven
create unique index uploads_resumable on uploads (manifest_hash, owner_address)
  where state = 'open' and account_id is null;
create unique index uploads_resumable_of_account on uploads (account_id, manifest_hash)
  where state = 'open' and account_id is not null;
create index uploads_expiring on uploads (expires_at) where state = 'open';
create index uploads_account on uploads (account_id) where account_id is not null;
create index uploads_by_link on uploads (account_id, created_at) where link_id is not null and state = 'open';
create index uploads_listed on uploads (account_id, completed_at desc)
  where account_id is not null and state = 'complete';

create table upload_tokens (
  token_hash bytea primary key,
  upload_id text not null references uploads on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index upload_tokens_upload on upload_tokens (upload_id);

-- Objects in a store. Small files share an object.
create table blobs (
  id text primary key,
  upload_id text not null references uploads,
  position int not null,
  -- as for uploads
  store text not null,
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

-- Acknowledged parts. `segment` names the blob's file that holds the part. A process writes to its own segments, so
-- that neither another process nor an abandoned attempt that resumes can overwrite acknowledged bytes.
create table parts (
  blob_id text not null references blobs on delete cascade,
  starts_at bigint not null check (starts_at >= 0),
  bytes bigint not null check (bytes > 0),
  crc32 bigint not null,
  tag bytea not null,
  segment text not null default '',
  received_at timestamptz not null default now(),
  primary key (blob_id, starts_at)
);

-- What a browser claimed about a part before it sent the part to a presigned URL.
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

-- Which process is writing which range now, so that a stale writer never touches acknowledged bytes.
create table part_leases (
  id text primary key,
  blob_id text not null references blobs on delete cascade,
  starts_at bigint not null,
  bytes bigint not null,
  node_id text not null,
  -- the upload of the part, to count what one sender has in progress at once
  upload_id text,
  owner_address text,
  taken_at timestamptz not null default now()
);
create index part_leases_blob on part_leases (blob_id);
create index part_leases_owner on part_leases (owner_address, upload_id);

-- A file belongs to the upload that brought it; any number of transfers name it.
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
  -- no longer wanted: withdrawn from all transfers and submissions; its bytes are removed a day later
  deleted_at timestamptz,
  -- the transfer that was deleted along with it, which can be restored for a minute
  deleted_with text,
  bytes_removed_at timestamptz,
  -- Every stored file is read again from time to time, so that damage is found before somebody asks for the file.
  -- `reread_at` is when it was last read; during a read, `reread_bytes` counts the bytes read so far and `reread_crc32`
  -- is their checksum. A file found damaged is read again before it is given up; `reread_doubts` counts the damaged
  -- reads.
  reread_at timestamptz,
  reread_bytes bigint not null default 0,
  reread_crc32 bigint not null default 0,
  reread_doubts int not null default 0,
  unique (upload_id, position),
  check ((bytes = 0) = (blob_id is null))
);
create index files_blob on files (blob_id);
create index files_deleted on files (deleted_at) where deleted_at is not null and bytes_removed_at is null;
create index files_sha256 on files (sha256) where sha256 is not null;
create index files_to_reread on files (reread_at)
  where withdrawn_at is null and deleted_at is null and bytes_removed_at is null and blob_id is not null;

-- One process rereads at a time, and none before `next_at`: that limits the total rate of all processes.
create table reread_turn (
  id int primary key default 1 check (id = 1),
  next_at timestamptz not null default now()
);
insert into reread_turn default values;

-- Contents that the operator has blocked, by the SHA-256 of a whole file. Size and CRC-32 come from a stored file with
-- that content, where one is known: they identify the same bytes before a file is visible.
create table blocked_hashes (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  bytes bigint,
  crc32 bigint,
  note text not null default '',
  created_at timestamptz not null default now(),
  check ((bytes is null) = (crc32 is null))
);
create index blocked_hashes_sum on blocked_hashes (crc32, bytes) where crc32 is not null;

-- transfers -----------------------------------------------------------------------------------------------------------

-- The contents of a transfer before its upload is complete.
create table drafts (
  upload_id text primary key references uploads,
  send_as text not null check (send_as in ('email', 'link')),
  sender_address text not null,
  recipients jsonb not null,
  message text not null,
  expiry_seconds bigint not null,
  language text not null default 'en',
  -- files that are already stored, as [{"id", "path"}]
  forwarded jsonb not null default '[]',
  remind_recipients boolean,
  changed_at timestamptz not null default now()
);

create table transfers (
  id text primary key,
  slug text not null unique,
  upload_id text not null unique references uploads,
  send_as text not null check (send_as in ('email', 'link')),
  -- the sender
  account_id text,
  workspace_id text,
  role text not null,
  sender_address text not null,
  sender_name text,
  sender_company text,
  sender_proven boolean not null,
  sender_language text not null default 'en',
  sender_time_zone text,
  sender_country text,
  sender_city text,
  device_id text references devices,
  network text not null,
  -- what was sent
  message text not null,
  file_count int not null,
  bytes bigint not null,
  -- the text that a search covers: slug, file names, recipients; lower case
  search_text text not null default '',
  -- from sending to expiry
  expiry_seconds bigint not null,
  sent_at timestamptz not null default now(),
  edited_at timestamptz,
  expires_at timestamptz,
  -- the expiry on record
  expiry_noted_at timestamptz,
  deleted_at timestamptz,
  bytes_removed_at timestamptz,
  -- a deleted transfer keeps its record until its owner erases it
  record_erased_at timestamptz,
  -- who may open it
  paused_at timestamptz,
  -- by the operator: the link then finds nothing
  blocked_at timestamptz,
  password_hash text,
  download_limit int check (download_limit > 0),
  only_proven boolean not null default false,
  -- earlier passes are invalid: a password, a limit or a proof has been required since
  locked_at timestamptz,
  -- completed downloads of files, each once per recipient; updated as deliveries finish
  download_count int not null default 0,
  -- the lists it belongs to: + 1 it has expired, + 2 somebody has finished a file of it. Every write of the row sets
  -- it; a row that has expired since is updated before its owner's lists are read, and by a job.
  list_status int not null default 0,
  -- NULL: the account's mode; for a transfer without an account 'finished'
  alert_mode text check (alert_mode in ('finished', 'opened', 'every', 'digest', 'none')),
  alerts_since timestamptz,
  -- set once: shortly before the expiry its sender was told which recipients had not downloaded it, or there were none
  reminded_at timestamptz,
  -- whether recipients who have downloaded nothing get one reminder. NULL: the account's setting; without an account,
  -- no
  remind_recipients boolean,
  foreign key (account_id, workspace_id) references accounts (id, workspace_id) match full on update cascade
);
-- An account's files outlive the expiry: only files sent without an account are removed with it.
create index transfers_expiring on transfers (expires_at)
  where account_id is null and deleted_at is null and bytes_removed_at is null;
create index transfers_ended on transfers (deleted_at) where deleted_at is not null and bytes_removed_at is null;
create index transfers_deleted on transfers (account_id, deleted_at desc, id)
  where deleted_at is not null and record_erased_at is null and account_id is not null;
create index transfers_unnoted_expiry on transfers (expires_at)
  where expires_at is not null and deleted_at is null and expiry_noted_at is distinct from expires_at;
create index transfers_digest on transfers (account_id) where alert_mode = 'digest' and deleted_at is null;
create index transfers_unreminded on transfers (expires_at)
  where expires_at is not null and deleted_at is null and reminded_at is null;
-- transfers sent without an account, for the account that proves the address
create index transfers_anonymous on transfers (sender_address) where account_id is null;
create index transfers_of_device on transfers (device_id) where account_id is null;
-- One index for each order of an account's lists, so that a list takes as long among a million transfers as among ten
-- thousand.
create index transfers_by_age on transfers (account_id, list_status, sent_at, id)
  where account_id is not null and deleted_at is null;
create index transfers_by_end on transfers (account_id, list_status, coalesce(expires_at, 'infinity'), id)
  where account_id is not null and deleted_at is null;
create index transfers_by_size on transfers (account_id, list_status, bytes, id)
  where account_id is not null and deleted_at is null;
create index transfers_by_downloads on transfers (account_id, list_status, download_count, id)
  where account_id is not null and deleted_at is null;
create index transfers_overdue on transfers (expires_at)
  where account_id is not null and deleted_at is null and list_status in (0, 2);
-- Statements that are planned once for every account are planned for a large one. Where accounts are many and small,
-- the planner considers an index that begins with the account as good as the primary key, and then reads all rows of an
-- owner of thousands for each row it joins. All rows of an account have the same workspace, which the planner learns
-- from the statistics of both columns.
alter table transfers alter column account_id set (n_distinct = 100);
alter table transfers alter column workspace_id set (n_distinct = 100);
create statistics transfers_owner (dependencies) on account_id, workspace_id from transfers;

-- The files of a transfer. Any number of transfers can refer to a file, so that forwarding moves no bytes.
create table transfer_files (
  transfer_id text not null references transfers,
  file_id text not null references files,
  position int not null,
  -- cleaned and unique among the transfer's current files
  path text not null,
  added_at timestamptz not null default now(),
  -- removed or replaced: earlier grants still serve it
  removed_at timestamptz,
  replaces_file_id text references files,
  -- the ledger has an entry 'checked' with the SHA-256 of this file, written once. An edit of files.sha256 contradicts
  -- that entry; whether a file is sound is read from the ledger.
  is_summed boolean not null default false,
  primary key (transfer_id, file_id)
);
create index transfer_files_file on transfer_files (file_id);
create index transfer_files_in_order on transfer_files (transfer_id, position) where removed_at is null;
create index transfer_files_unsummed on transfer_files (transfer_id) where not is_summed;

-- Uploads whose files will join a saved transfer.
create table additions (
  upload_id text primary key references uploads,
  transfer_id text not null references transfers,
  -- the file that the one new file replaces
  replaces_file_id text references files,
  changed_at timestamptz not null default now()
);
create index additions_transfer on additions (transfer_id);

-- The recipients of a transfer. On a link that is open to everybody each device is a recipient, under the link's row.
create table recipients (
  id text primary key,
  transfer_id text not null references transfers,
  position int not null,
  -- NULL: a link that anyone may open
  address text,
  name text,
  company text,
  token_hash bytea not null unique,
  language text,
  -- the row of the open link; NULL: a recipient whom the sender named, or the link itself
  link_id text references recipients,
  device_id text references devices,
  -- the device's name for itself ('Chrome on Windows'), and where it first came from
  device text,
  country text,
  city text,
  -- the single row for all devices that came after a link, or their network, had enough rows
  is_rest boolean not null default false,
  opened_at timestamptz,
  finished_at timestamptz,
  -- since when the account with the proven address has received the transfer: it was mailed there and its link opens
  received_at timestamptz,
  -- when the sender last resent the mail
  told_again_at timestamptz,
  reminded_at timestamptz,
  -- a reminder that hit a limit waits until then
  remind_not_before timestamptz,
  removed_at timestamptz,
  -- the account that received the transfer has removed it from its list
  hidden_at timestamptz,
  created_at timestamptz not null default now()
);
create index recipients_transfer on recipients (transfer_id, position) include (removed_at, address);
create index recipients_address on recipients (address, created_at desc) where address is not null;
create index recipients_received on recipients (address, received_at, id) include (transfer_id)
  where received_at is not null;
create unique index recipients_device on recipients (link_id, device_id) where device_id is not null;
create unique index recipients_rest on recipients (link_id) where is_rest;
create index recipients_of_link on recipients (link_id, created_at desc) include (opened_at, finished_at)
  where link_id is not null;
-- lists read the named recipients, not every device that opened the link
create index recipients_listed on recipients (transfer_id, position) include (removed_at, address)
  where link_id is null;

-- The link as a whole counts as opened, or finished, once one of its devices has.
create function opened_by_any(id text, opened_at timestamptz) returns timestamptz language sql stable as $$
  select coalesce($2, (select min(d.opened_at) from recipients d where d.link_id = $1))
$$;
create function finished_by_any(id text, finished_at timestamptz) returns timestamptz language sql stable as $$
  select coalesce($2, (select min(d.finished_at) from recipients d where d.link_id = $1))
$$;

-- The label of a recipient without a known address: the device and its location.
create function recipient_label(address text, device text, city text) returns text
language sql immutable parallel safe as $$
  select coalesce(nullif(address, ''), nullif(concat_ws(' · ', device, city), ''))
$$;

create function set_list_status() returns trigger language plpgsql as $$
begin
  new.list_status := case when new.expires_at <= now() then 1 else 0 end + case when new.download_count > 0 then 2 else 0 end;
  return new;
end $$;
create trigger transfers_list_status before insert or update on transfers for each row execute function set_list_status();

create function set_received() returns trigger language plpgsql as $$
begin
  new.received_at := case when new.address is not null and new.removed_at is null and new.hidden_at is null and exists (
    select 1 from transfers
    where id = new.transfer_id and send_as = 'email' and deleted_at is null and blocked_at is null
  ) then new.created_at end;
  return new;
end $$;
create trigger recipients_received before insert or update on recipients for each row execute function set_received();

-- The number of an account's transfers, by list status and by UTC month and day of sending: the totals beside a list
-- add up few rows, and a page requested by a number of rows to skip only walks over the rows of one day.
create table transfer_counts (
  account_id text not null,
  workspace_id text not null,
  list_status int not null,
  -- 'YYYY-MM'
  month text not null,
  transfers int not null,
  primary key (account_id, list_status, month)
);
create table transfer_day_counts (
  account_id text not null,
  workspace_id text not null,
  list_status int not null,
  -- 'YYYY-MM-DD'
  day text not null,
  transfers int not null,
  primary key (account_id, list_status, day)
);

-- The counts follow every write of transfers in the same statement, always in one order, so that two writers never
-- deadlock. A transaction that changes several transfers locks their account first.
create function count_transfers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into transfer_counts as c (account_id, list_status, month, workspace_id, transfers)
    select account_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM'), max(workspace_id), count(*)
    from after where account_id is not null and deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list_status, month) do update set transfers = c.transfers + excluded.transfers;
    insert into transfer_day_counts as c (account_id, list_status, day, workspace_id, transfers)
    select account_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD'), max(workspace_id), count(*)
    from after where account_id is not null and deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list_status, day) do update set transfers = c.transfers + excluded.transfers;
    return null;
  end if;
  insert into transfer_counts as c (account_id, list_status, month, workspace_id, transfers)
  select account_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM'),
    coalesce(max(workspace_id) filter (where n > 0), max(workspace_id)), sum(n)
  from (
    select account_id, workspace_id, list_status, sent_at, 1 as n from after
    where account_id is not null and deleted_at is null
    union all
    select account_id, workspace_id, list_status, sent_at, -1 from before where account_id is not null and deleted_at is null
  ) changed
  group by 1, 2, 3 having sum(n) <> 0 or min(workspace_id) <> max(workspace_id) order by 1, 2, 3
  on conflict (account_id, list_status, month) do update set transfers = c.transfers + excluded.transfers,
    workspace_id = excluded.workspace_id;
  insert into transfer_day_counts as c (account_id, list_status, day, workspace_id, transfers)
  select account_id, list_status, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD'),
    coalesce(max(workspace_id) filter (where n > 0), max(workspace_id)), sum(n)
  from (
    select account_id, workspace_id, list_status, sent_at, 1 as n from after
    where account_id is not null and deleted_at is null
    union all
    select account_id, workspace_id, list_status, sent_at, -1 from before where account_id is not null and deleted_at is null
  ) changed
  group by 1, 2, 3 having sum(n) <> 0 or min(workspace_id) <> max(workspace_id) order by 1, 2, 3
  on conflict (account_id, list_status, day) do update set transfers = c.transfers + excluded.transfers,
    workspace_id = excluded.workspace_id;
  -- an ended transfer is no longer received, a restored one is again
  update recipients set received_at = received_at
  from before join after using (id)
  where (before.deleted_at is null and before.blocked_at is null) <> (after.deleted_at is null and after.blocked_at is null)
    and recipients.transfer_id = after.id and recipients.address is not null;
  return null;
end $$;
create trigger transfers_counted_new after insert on transfers
  referencing new table as after for each statement execute function count_transfers();
create trigger transfers_counted after update on transfers
  referencing old table as before new table as after for each statement execute function count_transfers();

-- The index of a search, in a table of its own: a finished download rewrites the row of its transfer, and must not
-- rewrite all this with it. Grams are three ASCII letters in a row, or two where one is not ASCII, so that two Chinese
-- characters are enough; their keys differ between accounts, so that an account's search does not slow down as others
-- send.
create table transfer_searches (
  transfer_id text primary key references transfers,
  account_id text not null,
  grams int[] not null
);
-- a search reads the index itself, not a list of entries that wait to be merged
create index transfer_searches_grams on transfer_searches using gin (grams) with (fastupdate = off);

create function gram_key(account text, gram text) returns int language sql immutable strict parallel safe as $$
  select ('x' || left(md5(left(md5(account), 2) || gram), 8))::bit(32)::int
$$;

create function search_grams(account text, given text) returns int[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram_key(account, gram)), '{}') from (
    select case
      when ascii(one) > 126 or ascii(two) > 126 then case when ascii(one) > 32 and ascii(two) > 32 then one || two end
      when ascii(one) > 32 and ascii(two) > 32 and ascii(three) between 33 and 126 then one || two || three
    end as gram
    from (
      select one, lead(one) over letters as two, lead(one, 2) over letters as three
      from unnest(string_to_array(given, null)) with ordinality as letter (one, nth) window letters as (order by nth)
    ) letters
  ) grams where gram is not null
$$;

create function keep_search() returns trigger language plpgsql as $$
begin
  if new.account_id is null or new.deleted_at is not null then
    delete from transfer_searches where transfer_id = new.id;
  else
    insert into transfer_searches (transfer_id, account_id, grams)
    values (new.id, new.account_id, search_grams(new.account_id, new.search_text))
    on conflict (transfer_id) do update set account_id = excluded.account_id, grams = excluded.grams;
  end if;
  return null;
end $$;
create trigger transfers_searched_new after insert on transfers
  for each row when (new.account_id is not null) execute function keep_search();
create trigger transfers_searched after update of search_text, account_id, deleted_at on transfers
  for each row when (old.search_text is distinct from new.search_text or old.account_id is distinct from new.account_id
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function keep_search();

-- some of an account's transfers that have all of these grams; never reads those of other accounts
create function find_by_grams(account text, wanted int[], most int) returns setof text language sql stable
set enable_seqscan = off as $$
  select transfer_id from transfer_searches where account_id = account and grams @> wanted limit most
$$;

-- The mailboxes that a transfer or a request has ever been mailed to, by SHA-256: an address that is removed and added
-- again counts once, and stays counted. Deleted when the mailed thing is gone for good.
create table mailed_people (
  thing text not null,
  mailbox text not null,
  primary key (thing, mailbox)
);

-- When a sender mailed one mailbox within the last day, oldest first. `sender` is 'account:…', 'mailbox:…' or
-- 'network:…'. Rows outlive accounts, transfers and recipients: deleting one of them restores no allowance.
create table mail_paces (
  sender text not null,
  mailbox text not null,
  times timestamptz[] not null,
  last_at timestamptz not null default now(),
  primary key (sender, mailbox)
);
create index mail_paces_over on mail_paces (last_at);

-- transfers/access-requests: more time, or a personal link ------------------------------------------------------------

-- Who requests what from the sender of a transfer, each once a day.
create table access_requesters (
  id text primary key,
  transfer_id text not null references transfers,
  kind text not null check (kind in ('time', 'access')),
  -- proven, or the address that received the personal link
  address text not null,
  requested_at timestamptz not null default now(),
  -- the sender wants no more requests from this requester
  silenced_at timestamptz,
  unique (transfer_id, kind, address)
);

-- Each request is one mail to the sender, with its own token that grants once.
create table access_requests (
  id text primary key,
  requester_id text not null references access_requesters on delete cascade,
  -- the recipient whose link they hold
  recipient_id text not null references recipients,
  token_hash bytea not null unique,
  language text not null,
  time_zone text,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  given_at timestamptz,
  -- until when the link works; NULL after the grant: for ever
  given_until timestamptz
);
create index access_requests_requester on access_requests (requester_id);
create index access_requests_expires on access_requests (expires_at);

-- downloads: opening a link -------------------------------------------------------------------------------------------

-- Codes that prove an address for one link in one browser; the server's key derives them from the row. Every typed
-- address gets one; it is mailed only where the transfer is for that address.
create table link_codes (
  id text primary key,
  recipient_id text not null references recipients,
  device_id text not null references devices,
  address text not null,
  tries_left int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- a job has decided whether to mail it
  settled_at timestamptz,
  used_at timestamptz
);
create index link_codes_of_browser on link_codes (device_id, recipient_id, created_at);
create index link_codes_address on link_codes (address, created_at);

-- A browser's pass for a transfer that requires a password or a proven address.
create table link_passes (
  transfer_id text not null references transfers,
  recipient_id text not null references recipients,
  device_id text not null references devices,
  address text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (recipient_id, device_id, address)
);
create index link_passes_expires on link_passes (expires_at);

-- The result of a press on the download button: the right to fetch these files for a while.
create table grants (
  id text primary key,
  token_hash bytea not null unique,
  transfer_id text not null references transfers,
  recipient_id text not null references recipients,
  -- NULL: every file
  file_ids text[],
  -- the browser that pressed; it may press again without using another download
  device_id text references devices,
  -- for a limited download: the network that took the grant
  network text,
  -- the owner pressed: fetches with it count for no recipient
  is_owners boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index grants_transfer on grants (transfer_id);

-- downloads: where their number is limited ----------------------------------------------------------------------------

-- Downloads of a file by a recipient: each is taken with a grant and finished once.
create table download_quota (
  recipient_id text not null references recipients,
  file_id text not null references files,
  number int not null,
  grant_id text not null references grants deferrable initially deferred,
  ranges int8multirange not null default '{}',
  -- when the download was first taken
  granted_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (recipient_id, file_id, number)
);
create index download_quota_grant on download_quota (grant_id);

-- How many bytes of such a file a recipient was sent in all, and how many of them a broken connection may have lost.
create table download_handed (
  recipient_id text not null references recipients,
  file_id text not null references files,
  bytes bigint not null default 0 check (bytes >= 0),
  doubtful_bytes bigint not null default 0 check (doubtful_bytes >= 0),
  primary key (recipient_id, file_id)
);

-- Answers that are sending bytes of such files now: how much each may still request, and how much it was given but has
-- not written yet. The amounts of dead processes are taken back.
create table download_draws (
  id text not null,
  recipient_id text not null references recipients,
  file_id text not null references files,
  node_id text not null,
  rest_bytes bigint not null check (rest_bytes >= 0),
  open_bytes bigint not null default 0 check (open_bytes >= 0),
  moved_at timestamptz not null default now(),
  primary key (id, file_id)
);
create index download_draws_recipient on download_draws (recipient_id, file_id);

-- downloads: what was delivered, and how it is known (docs/evidence.md) -----------------------------------------------

-- Answers that are still sending or broke off. An answer is the last one of its connection. The other end has
-- acknowledged the bytes [starts_at, arrived_to) and is known to have read [starts_at, read_to). The bytes between
-- arrived_to and written_to may have arrived or not: they count when the recipient continues after them. The bytes
-- between read_to and arrived_to are in doubt once the answer has ended.
create table sendings (
  id text primary key,
  recipient_id text not null references recipients,
  -- the thing whose bytes are counted: a file's id, or 'zip:' and the archive's entity tag
  resource text not null,
  starts_at bigint not null check (starts_at >= 0),
  read_to bigint not null,
  arrived_to bigint not null,
  written_to bigint not null,
  ends_at bigint not null,
  -- a player drops what it has not read and requests a later part: that proves nothing about the bytes before it
  may_jump boolean not null default false,
  -- the process that sends; NULL once the answer has ended
  node_id text,
  began_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  ended_at timestamptz,
  check (starts_at <= arrived_to and arrived_to <= written_to and written_to <= ends_at),
  check (starts_at <= read_to and read_to <= arrived_to)
);
create index sendings_resource on sendings (recipient_id, resource);

-- Bytes of a file that were really sent to a recipient, in merged ranges. The evidence for a file is what is known
-- about each byte: for some, only that a proxy received them; for others, that a proxy reported that it sent them; for
-- the rest, that the recipient's device has acknowledged them.
create table deliveries (
  recipient_id text not null references recipients,
  file_id text not null references files,
  ranges int8multirange not null default '{}',
  bytes bigint not null default 0,
  -- as `ranges`, for the bytes that were read
  read_ranges int8multirange not null default '{}',
  read_bytes bigint not null default 0,
  handed_ranges int8multirange not null default '{}',
  sent_ranges int8multirange not null default '{}',
  -- one connection transferred the whole file and was cut
  is_cut_whole boolean not null default false,
  -- for a finished one: the number of bytes that nobody can prove were read, as in its ledger entry
  doubt_bytes bigint not null default 0,
  evidence text check (evidence in ('received', 'handed-over', 'sent-by-proxy')),
  began_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (recipient_id, file_id)
);

-- tracking/ledger: what happened, in one hash chain per transfer ------------------------------------------------------

-- `at` of an entry is when it happened, whatever was saved before it: the order of a ledger is the order of saving.
create table ledgers (
  transfer_id text primary key references transfers,
  length int not null default 0,
  -- hash of the newest entry; of an empty ledger sha256('waybill ledger 1' LF transfer)
  head bytea not null,
  -- Ed25519 over the text of the head; NULL while the ledger is empty
  signature bytea,
  signed_by text
);

-- The entries, in partitions of one month each, which a job creates. IP addresses and people's addresses are in
-- separate rows, and the chain holds salted digests of them. An archive is one entry with the list of its files. The
-- hashed text is defined in the ledger's chain.ts. No foreign key refers to ledgers: creating a month's partition would
-- lock that table as well, and only one statement adds entries, in the transaction that locks their ledger.
create table events (
  id text not null,
  transfer_id text not null,
  place int not null,
  -- the account of the transfer at that time; not part of the chain
  account_id text,
  recipient_id text,
  kind text not null,
  actor_kind text not null constraint events_actor_kind check (actor_kind in ('human', 'bot', 'owner')),
  reason text,
  -- the single file, and its path in the transfer at that time
  file_id text,
  path text,
  -- several files: [{"id", "path", "bytes"}, …]; file_id is NULL then
  files jsonb,
  bytes bigint,
  evidence text check (evidence in ('received', 'handed-over', 'sent-by-proxy')),
  doubt_bytes bigint,
  -- what changed, in a few words without names or addresses
  detail text,
  country text,
  city text,
  time_zone text,
  device text,
  ip_digest bytea,
  person_digest bytea,
  at timestamptz not null,
  -- how long after `at` it was saved; NULL below a second
  late_ms bigint,
  hash bytea not null,
  primary key (transfer_id, place, at),
  check (files is null or (file_id is null and path is null))
) partition by range (at);
create table events_default partition of events default;
create index events_transfer on events (transfer_id, at);
create index events_account on events (account_id, at desc) where account_id is not null and actor_kind = 'human';
-- problems that an account is told about, without reading all that went well
create index events_troubles on events (account_id, at desc)
  where account_id is not null and kind in ('bounced', 'stalled');
-- where each recipient was last seen, and whether their download progresses: the newest of any number of entries
create index events_recipient on events (recipient_id, at) where actor_kind = 'human';
-- lists show whether the evidence for a finished delivery comes from a proxy; such entries are few
create index events_handed on events (recipient_id)
  where kind = 'finished' and actor_kind = 'human' and evidence in ('handed-over', 'sent-by-proxy');

-- Deleted after the retention period; the digest in the chain stays.
create table event_ips (
  event_id text primary key,
  salt bytea not null,
  ip inet not null,
  at timestamptz not null
);
create index event_ips_at on event_ips (at);

-- The salt of a person's digest; without it nobody can tell any more whose digest it is. subject: a recipient, or
-- 'sender'.
create table identities (
  transfer_id text not null references transfers,
  subject text not null,
  salt bytea not null,
  digest bytea not null,
  primary key (transfer_id, subject)
);

-- Visits of a bot that are not on record yet: those that follow the first within a minute, and the first one itself
-- where only its speed suggests a bot. They become one entry with their number.
create table held_visits (
  recipient_id text not null references recipients,
  device text not null,
  transfer_id text not null references transfers,
  reason text not null,
  ip text not null,
  user_agent text,
  visits int not null default 1,
  -- the first of these visits may turn out to be a person's
  is_doubtful boolean not null,
  first_at timestamptz not null default now(),
  closes_at timestamptz not null,
  primary key (recipient_id, device)
);

-- What binds ledgers to something that their database cannot change: the newest head of each is signed with every
-- addition, and at intervals one root over all heads that have moved is kept, signed, chained to the root before and
-- published. The hashed and signed texts: docs/evidence-anchors.md.
create table anchors (
  number int primary key,
  at timestamptz not null,
  count int not null check (count > 0),
  -- Merkle tree hash over its leaves (RFC 6962)
  root bytea not null,
  -- hash of the previous anchor; for the first, 32 zero bytes
  previous bytea not null,
  hash bytea not null unique,
  signature bytea not null,
  signed_by text not null references receipt_keys,
  -- hashes of each 1,024 leaves, concatenated, so that a proof reads few rows
  nodes bytea not null,
  -- a trusted time stamp of the hash (RFC 3161), where one was requested and granted
  time_stamp bytea,
  stamped_at timestamptz
);

-- The ledgers that moved since the previous anchor, in the order of their transfers' ids.
create table anchor_leaves (
  anchor int not null references anchors deferrable initially deferred,
  position int not null,
  transfer_id text collate "C" not null,
  length int not null,
  head bytea not null,
  primary key (anchor, position)
);
create unique index anchor_leaves_ledger on anchor_leaves (transfer_id, length);
-- a search for a leaf that was removed from an anchor finds its neighbours, which are in the order of their transfers
create unique index anchor_leaves_order on anchor_leaves (anchor, transfer_id);

-- tracking: mails to senders and recipients ---------------------------------------------------------------------------

-- The alerts of a transfer that the sender has been mailed.
create table alerts (
  transfer_id text not null references transfers,
  recipient_id text not null references recipients,
  kind text not null check (kind in ('finished', 'stopped', 'opened')),
  at timestamptz not null default now(),
  primary key (recipient_id, kind)
);

-- How far mails that list events have covered the ledger of a transfer.
create table alert_marks (
  transfer_id text primary key references transfers,
  place int not null default 0,
  -- the last mail that listed finished downloads as they happened
  mailed_at timestamptz
);

-- Addresses that must not get reminders.
create table unreminded (
  address text primary key,
  since timestamptz not null default now()
);

-- tracking: counts of what people did, updated with the record --------------------------------------------------------
-- A year of an account takes few rows to read. A moment is a quarter of an hour, numbered since 1970: days and hours
-- begin with one in every time zone. Country 'ZZ' is unknown; address '' is anyone with the link, or erased; file '' is
-- the transfer as a whole.

-- counted and not yet in the sums: rows are only added, so that no writer waits; a job adds them up
create table counted_fresh (
  account_id text not null,
  quarter int not null,
  kind text not null check (kind in ('opening', 'download', 'repeat', 'mail')),
  country text not null,
  address text collate "C" not null,
  file_id text collate "C" not null,
  local_hour int
);
create index counted_fresh_account on counted_fresh (account_id);

-- counted and in the sums
create table counted (like counted_fresh including constraints);
create index counted_by_time on counted (account_id, quarter) include (kind, country, address, file_id);
-- one contact's activity is read without its rows: a contact who downloads every day has a thousand of them a year
create index counted_by_contact on counted (account_id, address, quarter) include (kind, local_hour, country, file_id);
create index counted_by_file on counted (account_id, file_id, quarter) where file_id <> '';

-- facet 'time': everything; 'country'; 'contact' and 'file': the subject names which one. Country '' is all countries.
-- span: the number of quarters in a row, which begins at a multiple of the span (`sums_of` has the list).
create table counted_sums (
  account_id text not null,
  facet text not null check (facet in ('time', 'country', 'contact', 'file')),
  span int not null,
  starts int not null,
  country text not null,
  subject text collate "C" not null,
  downloads int not null,
  repeats int not null,
  openings int not null,
  mails int not null,
  primary key (account_id, facet, span, starts, country, subject) include (downloads, repeats, openings, mails)
);

create function quarter_of(moment timestamptz) returns int language sql immutable parallel safe as $$
  select floor(extract(epoch from moment) / 900)::int
$$;

-- the local hour of the day; NULL where the zone is unknown
create function local_hour(moment timestamptz, zone text) returns int language plpgsql stable as $$
begin
  if zone is null then return null; end if;
  return extract(hour from moment at time zone zone);
exception when invalid_parameter_value then return null;
end $$;

-- what an entry counts as; NULL: nothing. Bots do not count. A download is a file that somebody has completed, counted
-- once; completing it again is a repeat.
create function counts_as(actor_kind text, kind text, detail text) returns text language sql immutable parallel safe as $$
  select case when actor_kind = 'human' then case kind
    when 'opened' then 'opening' when 'finished' then 'download' when 'mailed' then 'mail'
    when 'delivered' then case when detail like 'again%' then 'repeat' end
  end end
$$;

-- the files that an entry counts for: a download is a file, so the end of an archive counts once for each of its files
create function files_counted(kind text, file_id text, files jsonb) returns setof text
language sql immutable parallel safe as $$
  select coalesce(file_id, '') where files is null or kind <> 'finished'
  union all
  select file ->> 'id' from jsonb_array_elements(files) as file where kind = 'finished'
$$;

-- the counts according to the ledgers; the stored counts are checked against this
create function counted_of_ledgers() returns setof counted_fresh language sql stable as $$
  select e.account_id, quarter_of(e.at), counts_as(e.actor_kind, e.kind, e.detail), coalesce(e.country, 'ZZ'),
    coalesce(r.address, ''), file.id, local_hour(e.at, e.time_zone)
  from events e join accounts a on a.id = e.account_id and a.deleted_at is null
  cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
  left join recipients r on r.id = e.recipient_id
  where counts_as(e.actor_kind, e.kind, e.detail) is not null
$$;

create function count_events() returns trigger language plpgsql as $$
begin
  insert into counted_fresh
  select e.account_id, quarter_of(e.at), counts_as(e.actor_kind, e.kind, e.detail), coalesce(e.country, 'ZZ'),
    coalesce(r.address, ''), file.id, local_hour(e.at, e.time_zone)
  from added e join accounts a on a.id = e.account_id and a.deleted_at is null
  cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
  left join recipients r on r.id = e.recipient_id
  where counts_as(e.actor_kind, e.kind, e.detail) is not null;
  return null;
end $$;
create trigger events_counted after insert on events
  referencing new table as added for each statement execute function count_events();

-- A counted row as the rows of sums it belongs to. Time and country are summed by 4 hours too (16 quarters): a year by
-- day reads six of them a day, or five and a few quarters where a zone's midnight lies inside one. Sums of contacts and
-- files are of 4, 16, 64 and 256 days; any period is few of them, less those that begin too early. They cover all
-- countries, so that a link opened worldwide is one row; the sums per country, which are read for one country, are of 4
-- and 64 days.
create function sums_of(counted_fresh)
returns table (facet text, span int, starts int, country text, subject text)
language sql immutable parallel safe as $$
  select facet, span, $1.quarter - $1.quarter % span, country, subject
  from (values ('time', '', ''), ('country', $1.country, ''),
      ('contact', '', $1.address), ('contact', $1.country, $1.address),
      ('file', '', $1.file_id), ('file', $1.country, $1.file_id)) as one (facet, country, subject),
    unnest(array[1, 16, 384, 1536, 6144, 24576]) as span
  where (facet <> 'country' or $1.kind <> 'mail') and (facet <> 'file' or $1.file_id <> '') and case facet
    when 'time' then span <= 16 when 'country' then span in (1, 16, 384, 6144)
    else span > 16 and (country = '' or span in (384, 6144)) end
$$;

-- requests: asking for files ------------------------------------------------------------------------------------------

-- A request, its items, its suppliers, and how far each supplier is.
create table requests (
  id text primary key,
  -- never used twice: rows stay when their request is deleted
  slug text not null unique,
  account_id text not null,
  workspace_id text not null,
  title text not null,
  message text not null,
  -- of the mails to people whose language is unknown
  language text not null,
  identity text not null check (identity in ('hidden', 'optional', 'required', 'proven')),
  -- the requester's word for the people asked
  supplier_noun text not null check (supplier_noun in ('supplier', 'client', 'staff', 'student', 'person')),
  -- whether anyone with the link and no token may answer
  is_open_link boolean not null,
  -- a local time, 'YYYY-MM-DDTHH:mm', in the zone beside it; with the rule 'supplier' it is that time in each
  -- supplier's zone
  deadline text,
  deadline_zone text not null,
  deadline_rule text not null check (deadline_rule in ('fixed', 'supplier')),
  -- the deadline in that zone
  due_at timestamptz,
  reminders boolean not null,
  reminder_days int[] not null,
  max_submission_bytes bigint check (max_submission_bytes > 0),
  max_submission_files int check (max_submission_files > 0),
  types text[] not null,
  folder text not null,
  -- the public key that suppliers' browsers seal files for, and the private key wrapped under a passphrase that the
  -- server never receives; NULL: files arrive unsealed
  sealing jsonb check (jsonb_typeof(sealing) = 'object'),
  password_hash text,
  -- earlier passes are invalid
  locked_at timestamptz,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  expires_at timestamptz,
  paused_at timestamptz,
  closed_at timestamptz,
  deleted_at timestamptz,
  -- when the account was last told that its storage is full
  full_told_at timestamptz,
  supplier_count int not null default 0,
  complete_count int not null default 0,
  submission_count int not null default 0,
  file_count int not null default 0,
  bytes bigint not null default 0,
  last_answer_at timestamptz,
  foreign key (account_id, workspace_id) references accounts (id, workspace_id) match full on update cascade
);
create index requests_listed on requests (account_id, created_at desc, id desc) where deleted_at is null;
-- as for transfers
alter table requests alter column account_id set (n_distinct = 100);
alter table requests alter column workspace_id set (n_distinct = 100);
create statistics requests_owner (dependencies) on account_id, workspace_id from requests;

create table request_items (
  id text primary key,
  request_id text not null references requests,
  position int not null,
  name text not null,
  hint text not null,
  is_required boolean not null,
  types text[] not null,
  max_files int check (max_files > 0),
  max_bytes bigint check (max_bytes > 0),
  example_file_id text references files on delete set null,
  pattern text not null,
  removed_at timestamptz
);
create index request_items_of on request_items (request_id, position);
create index request_items_example on request_items (example_file_id) where example_file_id is not null;

create table request_suppliers (
  id text primary key,
  request_id text not null references requests,
  -- 'invited' by mail, 'proven' by a code, 'claimed': a browser whose identity is its own claim, or that gives none
  kind text not null check (kind in ('invited', 'proven', 'claimed')),
  address text,
  name text not null,
  company text not null,
  time_zone text,
  language text,
  token_hash bytea not null unique,
  device_id text,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  due_at timestamptz,
  next_reminder_at timestamptz,
  reminded_at timestamptz,
  -- required items that are still empty, or whose files were sent back
  missing_count int not null,
  file_count int not null default 0,
  bytes bigint not null default 0,
  last_answer_at timestamptz,
  completed_at timestamptz
);
create unique index request_suppliers_address on request_suppliers (request_id, address) where kind <> 'claimed';
create unique index request_suppliers_device on request_suppliers (request_id, device_id) where kind = 'claimed';
-- what a browser sent under a claimed address, for when it proves the address
create index request_suppliers_claimed on request_suppliers (device_id) where kind = 'claimed';
create index request_suppliers_listed on request_suppliers (request_id, created_at, id);
create index request_suppliers_reminded on request_suppliers (next_reminder_at) where next_reminder_at is not null;

-- A supplier's progress on an item; no row: nothing ever came.
create table request_progress (
  supplier_id text not null references request_suppliers,
  item_id text not null references request_items,
  -- without files that were sent back
  file_count int not null,
  bytes bigint not null,
  state text not null check (state in ('arrived', 'accepted', 'sent-back')),
  note text not null default '',
  changed_at timestamptz not null default now(),
  primary key (supplier_id, item_id)
);

create table request_templates (
  id text primary key,
  account_id text not null,
  workspace_id text not null,
  name text not null,
  content jsonb not null,
  saved_at timestamptz not null default now(),
  unique (account_id, name),
  foreign key (account_id, workspace_id) references accounts (id, workspace_id) match full on update cascade
);

-- A browser that has entered the password.
create table request_passes (
  request_id text not null references requests,
  device_id text not null references devices,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (request_id, device_id)
);

-- requests: answering -------------------------------------------------------------------------------------------------

-- Submissions in progress.
create table submission_drafts (
  upload_id text primary key references uploads on delete cascade,
  request_id text not null references requests,
  supplier_id text not null references request_suppliers,
  -- the item of each file, in the order of the plan
  item_ids text[] not null,
  note text not null,
  -- the public key that its files are sealed for
  sealed_for text,
  started_at timestamptz not null default now()
);
create index submission_drafts_supplier on submission_drafts (supplier_id);

-- Completed submissions, and their files.
create table submissions (
  id text primary key,
  upload_id text not null unique references uploads,
  account_id text not null,
  workspace_id text not null,
  request_id text not null references requests,
  supplier_id text not null references request_suppliers,
  note text not null,
  file_count int not null,
  bytes bigint not null,
  is_late boolean not null,
  arrived_at timestamptz not null default now(),
  language text not null,
  country text,
  city text,
  device text,
  -- when receipt and notice were queued
  told_at timestamptz,
  foreign key (account_id, workspace_id) references accounts (id, workspace_id) match full on update cascade
);
create index submissions_account on submissions (account_id, arrived_at desc, id desc);
create index submissions_request on submissions (request_id, arrived_at desc, id desc);
create index submissions_supplier on submissions (supplier_id, arrived_at desc, id desc);
-- as for transfers
alter table submissions alter column account_id set (n_distinct = 100);
alter table submissions alter column workspace_id set (n_distinct = 100);
create statistics submissions_owner (dependencies) on account_id, workspace_id from submissions;

create table submission_files (
  file_id text primary key references files,
  submission_id text not null references submissions,
  request_id text not null references requests,
  supplier_id text not null references request_suppliers,
  item_id text not null references request_items,
  position int not null,
  -- its name here, unique among all that its supplier sent to the request
  path text not null,
  original_name text not null,
  -- for a sealed file: its size after opening, and its SHA-256 then, as the supplier claims it
  plain_bytes bigint check (plain_bytes >= 0),
  claimed_sha256 bytea,
  sent_back_at timestamptz,
  unique (supplier_id, path)
);
create index submission_files_submission on submission_files (submission_id, position);
create index submission_files_item on submission_files (supplier_id, item_id);
create index submission_files_request on submission_files (request_id, supplier_id);

-- platform: mails -----------------------------------------------------------------------------------------------------

-- One row per mail to one address; the content is sealed, and dropped after sending.
create table mails (
  id text primary key,
  message_id text not null unique,
  template text not null,
  -- the addressee: a recipient of a transfer, or a supplier
  recipient_id text references recipients,
  supplier_id text references request_suppliers,
  -- the sender behind a mail to a recipient; too many refused mails pause the sender
  sender_mailbox text,
  sealed bytea,
  attempts int not null default 0,
  last_error text,
  -- the process that is handing it over. A mail server may take minutes, and no transaction waits for it.
  handed_by text,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  given_up_at timestamptz,
  -- the mail server refused it permanently
  refused_at timestamptz,
  -- a mail server accepted it and later reported it undeliverable; set once however often the report is read
  bounced_at timestamptz,
  -- its outcome is on record
  noted_at timestamptz
);
create index mails_open on mails (created_at) where accepted_at is null and given_up_at is null;
create unique index mails_once on mails (recipient_id, template) where template = 'files-arrived';
create index mails_of_sender on mails (sender_mailbox, created_at) where sender_mailbox is not null;
create index mails_of_recipient on mails (recipient_id, created_at) where recipient_id is not null;
create index mails_of_supplier on mails (supplier_id, created_at) where supplier_id is not null;

-- notifications -------------------------------------------------------------------------------------------------------

-- An account's notifications in its dashboard, numbered so that a page that lost its connection can request what
-- followed.
create table feeds (
  account_id text primary key references accounts,
  length int not null default 0
);

create table notifications (
  account_id text not null references accounts,
  place int not null,
  id text not null unique,
  -- the ledger entry it reports: once, however often the job runs
  event_id text not null unique,
  kind text not null,
  -- its subject: a transfer, or a request and the supplier (NULL where it concerns all suppliers)
  transfer_id text references transfers,
  recipient_id text,
  request_id text references requests,
  supplier_id text references request_suppliers,
  -- the first of several files
  file_name text,
  file_count int not null,
  -- the evidence for a finished download, and how many bytes are in doubt (docs/evidence.md); NULL: it is not on
  -- record, or nothing was finished
  evidence text check (evidence in ('received', 'handed-over', 'sent-by-proxy')),
  doubt_bytes int8 not null default 0,
  country text,
  city text,
  device text,
  at timestamptz not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, place),
  check ((transfer_id is null) <> (request_id is null))
);
create index notifications_unread on notifications (account_id) where read_at is null;
create index notifications_old on notifications (created_at);

-- Each opens one stream of events, once.
create table live_tickets (
  token_hash bytea primary key,
  account_id text not null references accounts,
  session_id text not null,
  expires_at timestamptz not null
);

-- webhooks ------------------------------------------------------------------------------------------------------------

-- Where an account's events are sent, and the outcome of each delivery.
create table webhooks (
  id text primary key,
  account_id text not null,
  workspace_id text not null,
  url text not null,
  kinds text[] not null,
  -- sealed by the master key
  secret bytea not null,
  -- also signs until then
  former_secret bytea,
  former_until timestamptz,
  paused_at timestamptz,
  paused_because text check (paused_because in ('owner', 'gone', 'failing')),
  -- when its receiver last accepted something
  taken_at timestamptz,
  created_at timestamptz not null default now(),
  check ((paused_at is null) = (paused_because is null)),
  check ((former_secret is null) = (former_until is null)),
  foreign key (account_id, workspace_id) references accounts (id, workspace_id) match full on update cascade
);
create index webhooks_account on webhooks (account_id, created_at, id);

create table webhook_deliveries (
  -- the id by which the receiver recognises repetitions
  id text primary key,
  webhook_id text not null references webhooks on delete cascade,
  -- the ledger entry it reports: once for each webhook, however often the job runs; NULL: a test
  event_id text,
  kind text not null,
  transfer_id text references transfers,
  recipient_id text,
  request_id text references requests,
  supplier_id text references request_suppliers,
  -- the first of several files
  file_name text,
  file_count int not null default 0,
  -- as in notifications
  evidence text check (evidence in ('received', 'handed-over', 'sent-by-proxy')),
  doubt_bytes int8 not null default 0,
  country text,
  city text,
  device text,
  at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'failed')),
  attempts int not null default 0,
  -- when this series of attempts began: a delivery resent by hand gets a new day
  began_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  -- being sent; after this time its sender has died
  held_until timestamptz,
  -- of the last attempt
  tried_at timestamptz,
  status int,
  failure text,
  ms int,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
-- what a webhook was sent within the hour, without deliveries above its limit
create index webhook_deliveries_sent on webhook_deliveries (webhook_id, created_at)
  where failure is distinct from 'too-many';
create index webhook_deliveries_old on webhook_deliveries (created_at);

-- library -------------------------------------------------------------------------------------------------------------

-- Small pictures of stored files.
create table thumbnails (
  file_id text primary key references files,
  -- WebP; NULL: the file has no picture
  webp bytea,
  made_at timestamptz not null default now(),
  -- how long drawing took, and for which account: no account may use all the drawing time
  took_ms int not null default 0,
  drawn_for text
);
create index thumbnails_of_sender on thumbnails (drawn_for, made_at) where drawn_for is not null;

-- Downloads by the account that owns the file.
create table library_grants (
  token_hash bytea primary key,
  account_id text not null references accounts,
  file_ids text[] not null,
  -- where an archive uses other paths than the files' own
  paths text[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index library_grants_over on library_grants (expires_at);

-- contacts ------------------------------------------------------------------------------------------------------------
create table contacts (
  id text primary key,
  account_id text not null,
  workspace_id text not null,
  email text not null,
  name text not null default '',
  company text not null default '',
  created_at timestamptz not null default now(),
  last_sent_at timestamptz,
  unique (account_id, email),
  foreign key (account_id, workspace_id) references accounts (id, workspace_id) match full on update cascade
);

-- views ---------------------------------------------------------------------------------------------------------------
-- The parts of a table that other modules may read: stable read interfaces, at most eight, each of one table of the
-- owner that ARCHITECTURE.md names. A view has the rights of its reader, so that row-level security applies inside, and
-- omits secrets and columns that only the owner needs. A column has the same name as in the table; a column that the
-- table lacks is computed and never NULL. PostgreSQL plans a statement as if it named the table.

-- identity/accounts: an account's identity and what its workspace pays for, without its credentials
create view account_facts with (security_invoker) as
  select id, workspace_id, email, full_name, company, coalesce(s.role, 'free') as role,
    coalesce(s.status, 'trialing') as subscription, suspended_at, region, language, time_zone,
    transfer_settings, request_settings, picture_id, totp_confirmed_at is not null as has_totp, alert_mode,
    alerts_since, digested_at, created_at, deleted_at
  from accounts left join subscriptions s using (workspace_id);

-- identity/accounts: the addresses that accounts have proven
create view account_emails with (security_invoker) as
  select address, account_id, proven_at from account_addresses;

-- uploads: files, without the location of their bytes and their rereading state
create view stored_files with (security_invoker) as
  select id, upload_id, position, path, bytes, modified_at, crc32, sha256, checked_at, withdrawn_at, withdrawn_because,
    deleted_at, deleted_with, bytes_removed_at
  from files;

-- transfers: each transfer and its sender, without the sender's network and the password
create view transfer_facts with (security_invoker) as
  select id, slug, upload_id, send_as, account_id, role, sender_address, sender_name, sender_company, sender_proven,
    sender_language, sender_time_zone, sender_country, sender_city, device_id, message, file_count, bytes,
    expiry_seconds, sent_at, edited_at, expires_at, expiry_noted_at, deleted_at, bytes_removed_at, record_erased_at,
    paused_at, blocked_at, password_hash is not null as has_password, download_limit, only_proven, locked_at,
    download_count, list_status, alert_mode, alerts_since, reminded_at, remind_recipients
  from transfers;

-- transfers: the files of a transfer
create view transfer_contents with (security_invoker) as
  select transfer_id, file_id, position, path, added_at, removed_at, replaces_file_id, is_summed from transfer_files;

-- transfers: the recipients of a transfer, without their link tokens and browsers
create view recipient_facts with (security_invoker) as
  select id, transfer_id, position, address, name, company, language, link_id, device, country, city, is_rest,
    opened_at, finished_at, received_at, told_again_at, reminded_at, remind_not_before, removed_at, hidden_at, created_at
  from recipients;

-- downloads: which parts of a file a recipient has, and the evidence for them
create view delivery_facts with (security_invoker) as
  select recipient_id, file_id, ranges, bytes, read_ranges, read_bytes, handed_ranges, sent_ranges, doubt_bytes,
    evidence, began_at, changed_at, finished_at, (
      -- answers to requests for the file, or for a zip that may contain it
      select coalesce(sum(s.arrived_to - s.starts_at), 0)::int8 from sendings s
      where s.recipient_id = deliveries.recipient_id and (s.resource = file_id or s.resource like 'zip:%')
    ) as answered_bytes
  from deliveries;

-- downloads: the living processes that are sending to a recipient now
create function senders_of(recipient text) returns setof text language sql stable as $$
  select node_id from sendings where recipient_id = $1 and ended_at is null
$$;

-- library: whether a file has a thumbnail to show
create function has_thumbnail(file text) returns boolean language sql stable as $$
  select exists (select from thumbnails where file_id = $1 and webp is not null)
$$;

-- identity/sessions: whether an account has signed in from a browser, for modules that cannot read sessions
create function was_signed_in_on(account text, device text) returns boolean language sql stable as $$
  select exists (select from sessions where account_id = $1 and device_id = $2)
$$;

-- webhooks: whether an account's events go to a webhook, for modules that send events
create function has_listening_webhook(account text) returns boolean language sql stable as $$
  select exists (select from webhooks where account_id = $1 and paused_at is null)
$$;

-- requests: what others may mention about a request and one of its suppliers; the address only if it is proven
create function request_facts(request text, supplier text)
  returns table (slug text, title text, is_sealed boolean, name text, company text, address text) language sql stable as $$
  select r.slug, r.title, r.sealing is not null, p.name, p.company, case when p.kind <> 'claimed' then p.address end
  from requests r left join request_suppliers p on p.id = $2 where r.id = $1
$$;

-- requests: the path of a file as others may see it: a submitted file is in the request's folder, without the folder in
-- between, which names its supplier, possibly by address
create function path_for_others(file text, path text) returns text language sql stable as $$
  select coalesce((select split_part($2, '/', 1) || '/' || i.path from submission_files i where i.file_id = $1), $2)
$$;

-- tracking/ledger: the entries of the ledgers
create view event_facts with (security_invoker) as
  select id, transfer_id, place, account_id, recipient_id, kind, actor_kind, reason, file_id, path, files, bytes, evidence,
    doubt_bytes, detail, country, city, time_zone, device, ip_digest, person_digest, at, late_ms, hash
  from events;

-- row-level security --------------------------------------------------------------------------------------------------
-- A safety net below the owner's predicate of every statement: an account reads its own things through a role that only
-- sees the rows of one workspace, named by the connection's setting `waybill.workspace`, and, in personal tables, the
-- rows of the account named by `waybill.account` (read-as.ts). The server's own role owns the tables and is not
-- restricted by this. It reads received transfers and searches by index: those go by proven addresses, and by an
-- operator that PostgreSQL may only apply after row-level security.

-- Tables with a workspace, and tables with an account only. A sub-select reads the workspace, so that a statement's
-- plan does not depend on how much the first account to run it has.
grant select on transfer_counts, transfer_day_counts, contacts, feeds, notifications, account_addresses,
  requests, request_templates, submissions to waybill_reader;
alter table transfers enable row level security;
alter table transfer_counts enable row level security;
alter table transfer_day_counts enable row level security;
alter table contacts enable row level security;
alter table feeds enable row level security;
alter table notifications enable row level security;
alter table account_addresses enable row level security;
alter table requests enable row level security;
alter table request_templates enable row level security;
alter table submissions enable row level security;
create policy own on transfers to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));
create policy own on transfer_counts to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));
create policy own on transfer_day_counts to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));
create policy own on contacts to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));
create policy own on feeds to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on notifications to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on account_addresses to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on requests to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));
create policy own on request_templates to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));
create policy own on submissions to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));

-- Rows of a transfer belong to its owner; the policy of `transfers` applies inside.
grant select on transfer_files, ledgers, events, identities, anchor_leaves, access_requesters to waybill_reader;
alter table transfer_files enable row level security;
alter table recipients enable row level security;
alter table ledgers enable row level security;
alter table events enable row level security;
alter table identities enable row level security;
alter table anchor_leaves enable row level security;
alter table access_requesters enable row level security;
alter table access_requests enable row level security;
create policy own on transfer_files to waybill_reader
  using (exists (select from transfers t where t.id = transfer_files.transfer_id));
create policy own on recipients to waybill_reader
  using (exists (select from transfers t where t.id = recipients.transfer_id));
-- Of transfers sent by others, the account sees which of its own addresses received the mail.
create policy received on recipients to waybill_reader
  using (address = any (array(select a.address from account_addresses a)));
create policy own on ledgers to waybill_reader
  using (exists (select from transfers t where t.id = ledgers.transfer_id));
create policy own on events to waybill_reader
  using (exists (select from transfers t where t.id = events.transfer_id));
create policy own on identities to waybill_reader
  using (exists (select from transfers t where t.id = identities.transfer_id));
create policy own on anchor_leaves to waybill_reader
  using (exists (select from transfers t where t.id = anchor_leaves.transfer_id));
create policy own on access_requesters to waybill_reader
  using (exists (select from transfers t where t.id = access_requesters.transfer_id));
create policy own on access_requests to waybill_reader
  using (exists (select from access_requesters k where k.id = access_requests.requester_id));

-- Rows that belong to a recipient or to a file.
grant select on sendings, deliveries, files, thumbnails to waybill_reader;
alter table sendings enable row level security;
alter table deliveries enable row level security;
alter table files enable row level security;
alter table thumbnails enable row level security;
-- a receipt is checked against the ledger and against answers in progress before it is signed
create policy own on sendings to waybill_reader
  using (exists (select from recipients r where r.id = sendings.recipient_id));
create policy own on deliveries to waybill_reader
  using (exists (select from recipients r where r.id = deliveries.recipient_id));
create policy own on files to waybill_reader
  using (exists (select from transfer_files tf where tf.file_id = files.id));
create policy example on files to waybill_reader
  using (exists (select from request_items s where s.example_file_id = files.id));
create policy inbox on files to waybill_reader
  using (exists (select from submission_files i where i.file_id = files.id));
create policy own on thumbnails to waybill_reader
  using (exists (select from transfer_files tf where tf.file_id = thumbnails.file_id));

-- Rows that belong to a request.
grant select on request_items, request_suppliers, request_progress, submission_files to waybill_reader;
alter table request_items enable row level security;
alter table request_suppliers enable row level security;
alter table request_progress enable row level security;
alter table submission_files enable row level security;
create policy own on request_items to waybill_reader
  using (exists (select from requests r where r.id = request_items.request_id));
create policy own on request_suppliers to waybill_reader
  using (exists (select from requests r where r.id = request_suppliers.request_id));
create policy own on request_progress to waybill_reader
  using (exists (select from request_suppliers p where p.id = request_progress.supplier_id));
create policy own on submission_files to waybill_reader
  using (exists (select from submissions b where b.id = submission_files.submission_id));

-- Mails belong to both.
alter table mails enable row level security;
create policy own on mails to waybill_reader
  using (exists (select from recipients r where r.id = mails.recipient_id));
create policy asked on mails to waybill_reader
  using (exists (select from request_suppliers p where p.id = mails.supplier_id));

-- Four tables grant their columns one by one: nobody, not even the owner, reads columns here that open or unseal
-- something, or that identify somebody's network or browser. A column that is added later is granted with its
-- migration.
grant select (id, slug, upload_id, send_as, account_id, workspace_id, role, sender_address, sender_name, sender_company,
  sender_proven,
  sender_language, sender_time_zone, sender_country, sender_city, device_id, message, file_count, bytes, search_text,
  expiry_seconds, sent_at, edited_at, expires_at, expiry_noted_at, deleted_at, bytes_removed_at, record_erased_at,
  paused_at, blocked_at, password_hash, download_limit, only_proven, locked_at, download_count, list_status, alert_mode,
  alerts_since, reminded_at, remind_recipients) on transfers to waybill_reader;
grant select (id, transfer_id, position, address, name, company, language, link_id, device, country, city, is_rest,
  opened_at, finished_at, received_at, told_again_at, reminded_at, remind_not_before, removed_at, hidden_at, created_at)
  on recipients to waybill_reader;
grant select (id, requester_id, recipient_id, language, time_zone, requested_at, expires_at, given_at, given_until)
  on access_requests to waybill_reader;
grant select (id, message_id, template, recipient_id, supplier_id, sender_mailbox, attempts, last_error, created_at,
  accepted_at, given_up_at, refused_at, bounced_at, noted_at) on mails to waybill_reader;

-- The views show what the policies of their tables show. The view of accounts, which this role cannot read, is left
-- out.
grant select on account_emails, stored_files, transfer_facts, transfer_contents, recipient_facts, delivery_facts,
  event_facts to waybill_reader;
