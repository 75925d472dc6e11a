-- abuse: what people reported about transfers to the operator, one row for each network and transfer
create table abuse_reports (
  id text primary key,
  transfer_id text not null references transfers,
  -- a keyed hash of the reporter's network
  reporter bytea not null,
  -- whose own link it was, of a recipient who was mailed; null: anybody's
  recipient_id text references recipients,
  -- SHA-256 of the sender's mailbox
  sender bytea not null,
  reason text not null check (reason in ('malware', 'phishing', 'copyright', 'illegal', 'other')),
  text text not null,
  -- not proven; null: none was given
  address text,
  created_at timestamptz not null default now(),
  -- all reports of a transfer are decided together
  decided_at timestamptz,
  decision text check (decision in ('dismiss', 'block-transfer', 'block-content', 'suspend-account')),
  -- an account, or 'command line'
  decided_by text,
  note text not null default '',
  unique (transfer_id, reporter),
  check ((decided_at is null) = (decision is null) and (decided_at is null) = (decided_by is null))
);
create index abuse_reports_pending on abuse_reports (transfer_id) where decided_at is null;
create index abuse_reports_of_sender on abuse_reports (sender) where decided_at is null and recipient_id is not null;
create index abuse_reports_decided on abuse_reports (decided_at) where decided_at is not null;

-- abuse: how many recipients of a sender's mails have reported them without a decision so far
create function complaints_about(mailbox_hash bytea) returns int language sql stable as $$
  select count(distinct recipient_id)::int from abuse_reports
  where sender = mailbox_hash and decided_at is null and recipient_id is not null
$$;

-- uploads: what the virus scanner said about a file; null: nothing yet
alter table files
  add column scan_state text check (scan_state in ('clean', 'infected', 'not-scanned')),
  -- why it was not scanned
  add column scan_because text check (scan_because in ('too-large', 'encrypted', 'unavailable')),
  -- the name of what was found
  add column scan_finding text,
  -- the scanner's version when the scan began
  add column scan_signatures text,
  -- when the scan that gave the verdict began
  add column scanned_at timestamptz,
  -- how often a scan broke off since, and when the last of too many did
  add column scan_tries int not null default 0,
  add column scan_tried_at timestamptz,
  add check ((scan_because is not null) = (scan_state is not distinct from 'not-scanned'));
create index files_to_scan on files (scanned_at nulls first)
  where withdrawn_at is null and deleted_at is null and bytes_removed_at is null;

-- uploads: since when the scanner has its present signatures
create table scanner (
  id int primary key check (id = 1),
  version text not null,
  since timestamptz not null default clock_timestamp()
);

create or replace view stored_files with (security_invoker) as
  select id, upload_id, position, path, bytes, modified_at, crc32, sha256, checked_at, withdrawn_at, withdrawn_because,
    deleted_at, deleted_with, bytes_removed_at, scan_state, scan_because, scanned_at
  from files;
