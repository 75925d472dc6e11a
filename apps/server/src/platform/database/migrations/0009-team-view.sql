-- transfers: lists of everybody in a workspace, for its admin and managers. One index for each order, as for one
-- account. An account's list must never be read from them: it would skip everybody else's rows, and row-level security
-- names the workspace in every statement. So they have a condition that is always true: only statements that state it
-- can use them.
create index transfers_of_team_by_age on transfers (workspace_id, list_status, sent_at, id)
  where workspace_id is not null and deleted_at is null and bytes >= 0;
create index transfers_of_team_by_end on transfers (workspace_id, list_status, coalesce(expires_at, 'infinity'), id)
  where workspace_id is not null and deleted_at is null and bytes >= 0;
create index transfers_of_team_by_size on transfers (workspace_id, list_status, bytes, id)
  where workspace_id is not null and deleted_at is null and bytes >= 0;
create index transfers_of_team_by_downloads on transfers (workspace_id, list_status, download_count, id)
  where workspace_id is not null and deleted_at is null and bytes >= 0;

-- some transfers of these accounts that have all of these grams, by one statement: a call of `find_by_grams` for each
-- account would be planned each time
create function find_by_words(accounts text[], grams text[], most int)
  returns table (account_id text, transfer_id text) language sql stable set enable_seqscan = off as $$
  select s.account_id, s.transfer_id from unnest(accounts) as owner (id) cross join lateral (
    select array(select gram_key(owner.id, gram) from unnest(grams) as gram) as keys offset 0
  ) wanted join transfer_searches s on s.account_id = owner.id and s.grams @> wanted.keys limit most
$$;

-- Members of the sender's team who may read a transfer. Its workspace is the member's: the foreign key refuses to move
-- a member away before these rows are gone.
create table transfer_shares (
  transfer_id text not null references transfers,
  member_id text not null,
  workspace_id text not null,
  -- the transfer's, for the order of the member's list
  sent_at timestamptz not null,
  shared_at timestamptz not null default now(),
  primary key (transfer_id, member_id),
  foreign key (member_id, workspace_id) references accounts (id, workspace_id)
);
create index transfer_shares_listed on transfer_shares (member_id, sent_at, transfer_id);
grant select on transfer_shares to waybill_reader;
alter table transfer_shares enable row level security;
create policy own on transfer_shares to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));

-- with whom a draft is to be shared: accounts of the sender's team
alter table drafts add column shared_with text[] not null default '{}';

-- Whether an account may read a transfer: its own, in its team as admin or manager, and what a member shares with it.
-- Also for the reading role, which cannot see accounts. It is the only place that decides this for one transfer.
create function sees_transfer(transfer text, reader text) returns boolean language sql stable strict security definer
set search_path from current as $$
  select exists (
    select from transfers t join accounts a on a.id = reader and a.deleted_at is null
      join workspaces w on w.id = a.workspace_id
    where t.id = transfer and (
      t.account_id = a.id
      or (t.workspace_id = a.workspace_id and (w.admin_id = a.id or a.member_role = 'manager'))
      or (t.deleted_at is null and t.workspace_id = a.workspace_id and exists (
        select from transfer_shares s where s.transfer_id = t.id and s.member_id = a.id
      ))
    )
  )
$$;

-- The accounts whose open pages are told that a transfer has changed: those that may read it.
create function readers_of(transfer text) returns setof text language sql stable as $$
  select account_id from transfers where id = transfer and account_id is not null
  union
  select a.id from transfers t join accounts a on a.workspace_id = t.workspace_id and a.deleted_at is null
    join workspaces w on w.id = a.workspace_id
  where t.id = transfer and (w.admin_id = a.id or a.member_role = 'manager')
  union
  select member_id from transfer_shares where transfer_id = transfer
$$;
