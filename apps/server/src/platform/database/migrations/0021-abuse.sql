-- abuse: what people reported about transfers to the operator, one row for each network and transfer
create table abuse_reports (
  id text primary key,
  transfer_id text not null references transfers,
  -- a keyed hash of the reporter's network
  reporter bytea not null,
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
create index abuse_reports_decided on abuse_reports (decided_at) where decided_at is not null;
