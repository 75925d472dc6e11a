-- What senders are mailed of, chosen for an account and for one transfer.
alter table accounts
  add column alert_mode text not null default 'finished'
    check (alert_mode in ('finished', 'opened', 'every', 'digest', 'none')),
  -- since when; what was before is told by no mail that this mode sends
  add column alerts_since timestamptz not null default now(),
  -- up to when the last day was told
  add column digested_at timestamptz;
create index accounts_digest on accounts (id) where alert_mode = 'digest' and deleted_at is null;

alter table transfers
  -- null: the account's; of a transfer without one 'finished'
  add column alert_mode text check (alert_mode in ('finished', 'opened', 'every', 'digest', 'none')),
  add column alerts_since timestamptz,
  -- once: its sender was told who had not fetched it shortly before its end, or there was nobody to tell of
  add column reminded_at timestamptz;
create index transfers_digest on transfers (account_id) where alert_mode = 'digest' and deleted_at is null;
update transfers set reminded_at = now() where expires_at <= now();
create index transfers_unreminded on transfers (expires_at)
  where expires_at is not null and deleted_at is null and reminded_at is null;

alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (kind in ('finished', 'stopped', 'opened'));

-- how far the ledger of a transfer is told by mails that list what happened
create table alert_marks (
  transfer_id text primary key references transfers,
  place int not null default 0,
  -- the last mail that listed finished downloads as they came
  mailed_at timestamptz
);
