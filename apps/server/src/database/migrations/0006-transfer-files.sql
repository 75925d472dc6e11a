-- Which files a transfer has. A file belongs to the upload that brought it; as many transfers as like name it, so that
-- forwarding moves no bytes and a saved transfer may be changed.

-- NULL: nobody was signed in
alter table uploads add column account_id text;
alter table transfers add column account_id text;
create index uploads_account on uploads (account_id) where account_id is not null;
create index transfers_account on transfers (account_id, sent_at desc, id) where deleted_at is null;
-- an account's files outlive the expiry: only what was sent without one ends with it
drop index transfers_expiring;
create index transfers_expiring on transfers (expires_at)
  where account_id is null and deleted_at is null and bytes_removed_at is null;
-- ended transfers whose end is not settled
create index transfers_ended on transfers (deleted_at) where deleted_at is not null and bytes_removed_at is null;

create table transfer_files (
  transfer_id text not null references transfers,
  file_id text not null references files,
  position int not null,
  -- cleaned and unique among the files the transfer has
  path text not null,
  added_at timestamptz not null default now(),
  -- taken out or replaced: grants given before still serve it
  removed_at timestamptz,
  replaces_file_id text references files,
  primary key (transfer_id, file_id)
);
create index transfer_files_file on transfer_files (file_id);

insert into transfer_files (transfer_id, file_id, position, path, added_at)
select t.id, f.id, f.position, f.path, t.sent_at from transfers t join files f on f.upload_id = t.upload_id;

-- nobody wants it any more: withdrawn wherever it is named, and its bytes go a day later
alter table files add column deleted_at timestamptz;
-- the transfer it was deleted along with, which may be restored for a minute
alter table files add column deleted_with text;
alter table files add column bytes_removed_at timestamptz;
create index files_deleted on files (deleted_at) where deleted_at is not null and bytes_removed_at is null;

update files f set deleted_at = t.deleted_at, bytes_removed_at = t.bytes_removed_at,
  withdrawn_at = coalesce(f.withdrawn_at, t.deleted_at), withdrawn_because = coalesce(f.withdrawn_because, 'deleted')
from transfers t where t.upload_id = f.upload_id and t.deleted_at is not null;

-- files of a draft that are stored already, as [{"id", "path"}]
alter table drafts add column forwarded jsonb not null default '[]';

-- uploads whose files are to join a saved transfer
create table additions (
  upload_id text primary key references uploads,
  transfer_id text not null references transfers,
  -- whose place the one new file takes
  replaces_file_id text references files,
  changed_at timestamptz not null default now()
);
create index additions_transfer on additions (transfer_id);
