-- Every stored file is read once in a while, so that rot is found before somebody asks for the file. `reread_at` is when it
-- was read last; while it is being read, `reread_bytes` were and sum to `reread_crc32`. A file that was found off once is
-- read again before it is given up: `reread_doubts` counts.
alter table files
  add column reread_at timestamptz,
  add column reread_bytes bigint not null default 0,
  add column reread_crc32 bigint not null default 0,
  add column reread_doubts int not null default 0;
update files set reread_at = checked_at where checked_at is not null and withdrawn_at is null;
create index files_to_reread on files (reread_at)
  where withdrawn_at is null and deleted_at is null and bytes_removed_at is null and blob_id is not null;

-- One process reads at a time, and none before `next_at`: that is what limits the rate of all of them together.
create table reread_turn (
  id int primary key default 1 check (id = 1),
  next_at timestamptz not null default now()
);
insert into reread_turn default values;
