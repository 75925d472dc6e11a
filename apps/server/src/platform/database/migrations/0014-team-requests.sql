-- requests: the list of everybody in a workspace, for its admin and managers. As with the indexes of a team's transfers,
-- only statements that state the condition that is always true use it.
create index requests_of_team on requests (workspace_id, created_at desc, id desc)
  where deleted_at is null and supplier_count >= 0;

-- Members of the requester's team who may read a request. Its workspace is the member's: the foreign key refuses to move
-- a member away before these rows are gone.
create table request_shares (
  request_id text not null references requests,
  member_id text not null,
  workspace_id text not null,
  -- the request's, for the order of the member's list
  created_at timestamptz not null,
  shared_at timestamptz not null default now(),
  -- the member who looks after its submissions
  is_assigned boolean not null default false,
  primary key (request_id, member_id),
  foreign key (member_id, workspace_id) references accounts (id, workspace_id)
);
create index request_shares_listed on request_shares (member_id, created_at desc, request_id desc);
create unique index request_shares_assigned on request_shares (request_id) where is_assigned;
grant select on request_shares to waybill_reader;
alter table request_shares enable row level security;
create policy own on request_shares to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));

-- Whether an account may read a request: its own, in its team as admin or manager, and what a member shares with it.
-- Also for the reading role, which cannot see accounts. It is the only place that decides this for one request.
create function sees_request(request text, reader text) returns boolean language sql stable strict security definer
set search_path from current as $$
  select exists (
    select from requests r join accounts a on a.id = reader and a.deleted_at is null
      join workspaces w on w.id = a.workspace_id
    where r.id = request and (
      r.account_id = a.id
      or (r.workspace_id = a.workspace_id and (w.admin_id = a.id or a.member_role = 'manager'))
      or (r.deleted_at is null and r.workspace_id = a.workspace_id and exists (
        select from request_shares s where s.request_id = r.id and s.member_id = a.id
      ))
    )
  )
$$;

-- What a member who may read a request is told of who made it: the name, else the address; NULL for everybody else.
create function requester_name(request text, reader text) returns text language sql stable strict security definer
set search_path from current as $$
  select coalesce(nullif(a.full_name, ''), a.email) from requests r join accounts a on a.id = r.account_id
  where r.id = request and sees_request(request, reader)
$$;

-- Whether an account may download a file of its team: its own, as admin or manager, and those of requests and transfers
-- that a member shares with it. It is the only place that decides this for one file.
create function reads_file(file text, reader text) returns boolean language sql stable strict security definer
set search_path from current as $$
  select exists (
    select from files f join uploads u on u.id = f.upload_id join accounts a on a.id = reader and a.deleted_at is null
      join workspaces w on w.id = a.workspace_id
    where f.id = file and u.workspace_id = a.workspace_id
      and (u.account_id = a.id or w.admin_id = a.id or a.member_role = 'manager')
  ) or exists (
    select from submission_files i where i.file_id = file and sees_request(i.request_id, reader)
  ) or exists (
    select from transfer_files tf join transfers t on t.id = tf.transfer_id and t.deleted_at is null
    where tf.file_id = file and tf.removed_at is null and t.account_id <> reader and sees_transfer(t.id, reader)
  )
$$;

-- whether a link leads to files of others, which its account must still be allowed to read whenever it is opened
alter table library_grants add column is_of_others boolean not null default false;
