-- workspaces/team: what the accounts of a team did, for its admin and managers. The statement that does something adds
-- its row, by triggers. People are named as they were called then: what somebody did stays theirs when they leave and
-- another takes over what they made.
create table team_events (
  id bigint generated always as identity primary key,
  workspace_id text not null,
  at timestamptz not null default now(),
  part text not null check (part in ('transfers', 'requests', 'library', 'people', 'settings')),
  kind text not null,
  -- who did it; null: the service or its operator
  actor_id text,
  actor_name text,
  -- whom it concerns: an account, or an address that was invited; or the host or the domain
  subject_id text,
  subject_name text,
  -- of the transfer or the request
  slug text,
  -- a number of files
  files int,
  -- a role in the team
  member_role text,
  plan_from text,
  plan_to text
);
create index team_events_listed on team_events (workspace_id, id);
create index team_events_of_part on team_events (workspace_id, part, id);
create index team_events_of_actor on team_events (workspace_id, actor_id, id);
create index team_events_at on team_events (at);
grant select on team_events to waybill_reader;
alter table team_events enable row level security;
create policy own on team_events to waybill_reader
  using (workspace_id = (select current_setting('waybill.workspace', true)));

-- whether a workspace has an account beside its admin
create function is_team(workspace text) returns boolean language sql stable as $$
  select count(*) > 1 from (
    select from accounts where workspace_id = workspace and deleted_at is null limit 2
  ) two
$$;

create function name_of(account text) returns text language sql stable as $$
  select coalesce(nullif(full_name, ''), email) from accounts where id = account
$$;

create function note_sent() returns trigger language plpgsql as $$
begin
  if is_team(new.workspace_id) then
    insert into team_events (workspace_id, part, kind, actor_id, actor_name, slug, files)
    values (new.workspace_id, 'transfers', 'sent', new.account_id, name_of(new.account_id), new.slug, new.file_count);
  end if;
  return null;
end $$;
create trigger transfers_noted after insert on transfers for each row when (new.account_id is not null)
  execute function note_sent();

create function note_shared() returns trigger language plpgsql as $$
begin
  insert into team_events (workspace_id, part, kind, actor_id, actor_name, subject_id, subject_name, slug)
  select new.workspace_id, 'transfers', 'shared', account_id, name_of(account_id), new.member_id,
    name_of(new.member_id), slug from transfers where id = new.transfer_id;
  return null;
end $$;
create trigger transfer_shares_noted after insert on transfer_shares for each row execute function note_shared();

create function note_requested() returns trigger language plpgsql as $$
begin
  if is_team(new.workspace_id) then
    insert into team_events (workspace_id, part, kind, actor_id, actor_name, slug)
    values (new.workspace_id, 'requests', 'requested', new.account_id, name_of(new.account_id), new.slug);
  end if;
  return null;
end $$;
create trigger requests_noted after insert on requests for each row execute function note_requested();

-- a signed-in account begins to download stored files
create function note_fetched() returns trigger language plpgsql as $$
begin
  if is_team(workspace_of(new.account_id)) then
    insert into team_events (workspace_id, part, kind, actor_id, actor_name, files)
    values (workspace_of(new.account_id), 'library', 'fetched', new.account_id, name_of(new.account_id),
      cardinality(new.file_ids));
  end if;
  return null;
end $$;
create trigger library_grants_noted after insert on library_grants for each row execute function note_fetched();

create function note_invited() returns trigger language plpgsql as $$
begin
  insert into team_events (workspace_id, part, kind, actor_id, actor_name, subject_name, member_role)
  select new.workspace_id, 'people', case tg_op when 'INSERT' then 'invited' else 'invite-withdrawn' end, w.admin_id,
    name_of(w.admin_id), new.address, new.role from workspaces w where w.id = new.workspace_id;
  return null;
end $$;
create trigger invites_noted after insert on invites for each row execute function note_invited();
create trigger invites_withdrawn_noted after update on invites for each row
  when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function note_invited();

create function note_branded() returns trigger language plpgsql as $$
begin
  if is_team(new.workspace_id) then
    insert into team_events (workspace_id, part, kind, actor_id, actor_name)
    select id, 'settings', 'branding-changed', admin_id, name_of(admin_id) from workspaces where id = new.workspace_id;
  end if;
  return null;
end $$;
create trigger brandings_noted after insert or update on brandings for each row execute function note_branded();

create function note_plan() returns trigger language plpgsql as $$
begin
  if is_team(new.workspace_id) then
    insert into team_events (workspace_id, part, kind, plan_from, plan_to)
    values (new.workspace_id, 'settings', 'plan-changed', old.role, new.role);
  end if;
  return null;
end $$;
create trigger subscriptions_noted after update on subscriptions for each row when (old.role <> new.role)
  execute function note_plan();

-- Changes of a team and of its settings, and what its admin does with things of members, are in the security log: its
-- rows are noted here in the same statement.
create function note_team_change() returns trigger language plpgsql as $$
declare
  facts jsonb := new.facts;
  workspace text := coalesce(facts ->> 'workspace', workspace_of(new.account_id));
  admin text := (select admin_id from workspaces where id = workspace);
  kind text := new.event;
  part text := 'people';
  actor text := new.account_id;
  subject text;
  subject_named text;
  about text;
begin
  if workspace is null then return null; end if;
  case new.event
    when 'member-removed' then
      if facts ->> 'by' = 'admin' then
        actor := admin;
        subject := new.account_id;
      else
        kind := 'member-left';
      end if;
    when 'member-role-set' then
      actor := admin;
      subject := new.account_id;
    when 'handover-asked' then
      subject := facts ->> 'to';
    when 'handed-over' then
      -- noted for both accounts
      if new.account_id <> facts ->> 'to' then return null; end if;
      subject := facts ->> 'from';
    when 'member-transfer-changed' then
      part := 'transfers';
      actor := facts ->> 'by';
      subject := new.account_id;
      about := (select slug from transfers where id = facts ->> 'transfer');
    when 'member-request-changed' then
      part := 'requests';
      actor := facts ->> 'by';
      subject := new.account_id;
      about := (select slug from requests where id = facts ->> 'request');
    when 'member-files-deleted' then
      part := 'library';
      actor := facts ->> 'by';
      subject := new.account_id;
    when 'factor-required' then
      part := 'settings';
      kind := case facts ->> 'isRequired' when 'true' then 'factor-required' else 'factor-optional' end;
    when 'sso-set' then
      part := 'settings';
      kind := 'sso-' || (facts ->> 'state');
    when 'host-claimed', 'host-released', 'mail-domain-claimed', 'mail-domain-released' then
      part := 'settings';
      subject_named := coalesce(facts ->> 'host', facts ->> 'domain');
    else
  end case;
  if part = 'settings' and not is_team(workspace) then return null; end if;
  insert into team_events (workspace_id, part, kind, actor_id, actor_name, subject_id, subject_name, slug, files,
    member_role)
  values (workspace, part, kind, actor, name_of(actor), subject, coalesce(subject_named, name_of(subject)), about,
    (facts ->> 'files')::int, facts ->> 'role');
  return null;
end $$;
create trigger security_events_noted after insert on security_events for each row
  when (new.outcome = 'ok' and new.account_id is not null and new.event in ('member-joined', 'member-removed',
    'member-role-set', 'handover-asked', 'handover-ended', 'handed-over', 'member-transfer-changed',
    'member-request-changed', 'member-files-deleted', 'factor-required', 'sso-set', 'host-claimed', 'host-released',
    'mail-domain-claimed', 'mail-domain-released'))
  execute function note_team_change();

-- transfers: the counts of all accounts of a workspace from an index alone. As with the lists of a team, an account's
-- counts must never be read from it, so only statements that state the condition that is always true can use it.
create index transfer_counts_of_team on transfer_counts (workspace_id, list_status, month) include (transfers)
  where month <> '';
create index transfer_day_counts_of_team on transfer_day_counts (workspace_id, list_status, day) include (transfers)
  where day <> '';
