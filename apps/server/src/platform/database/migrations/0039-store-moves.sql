-- uploads: moving the stored files of a workspace to one store
create table store_moves (
  id text primary key,
  workspace_id text not null references workspaces,
  to_store text not null,
  -- the admin who asked for it; null: the operator
  asked_by text,
  started_at timestamptz not null default now(),
  -- what was elsewhere then
  total_files bigint not null,
  total_bytes bigint not null,
  moved_files bigint not null default 0,
  moved_bytes bigint not null default 0,
  -- a pass looks at every blob in the order of the ids; the last one follows a pass that moved nothing
  after_id text not null default '',
  pass_moved bigint not null default 0,
  -- files whose stored bytes differ from what was sent: they stay where they are
  pass_kept bigint not null default 0,
  -- null: it runs
  waits_for text check (waits_for in ('store', 'uploads')),
  -- the store that does not answer, where it waits for one
  waits_store text,
  -- the process that moves files now, and how long it may without saying so again
  lease_token text,
  lease_until timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'stopped'))
);
create unique index store_moves_running on store_moves (workspace_id) where ended_at is null;
create index store_moves_latest on store_moves (workspace_id, started_at desc);

-- Bytes of blobs in places that their rows do not name: copies that are being made, and those that were left behind.
create table blob_copies (
  key text primary key,
  blob_id text not null,
  store text not null,
  multipart_id text not null,
  -- the move that makes it; null: it was left behind
  move_id text,
  remove_at timestamptz not null,
  -- its removal has begun
  is_leaving boolean not null default false
);
create index blob_copies_due on blob_copies (remove_at);
create index blob_copies_move on blob_copies (move_id) where move_id is not null;

create index uploads_workspace on uploads (workspace_id) where workspace_id is not null;
