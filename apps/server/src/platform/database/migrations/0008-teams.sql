-- workspaces: one account administers each; others are its members. `accounts.workspace_id` is the membership, so the
-- admin's place is one value, and nobody else's account can hold it.
alter table workspaces
  add column admin_id text,
  -- whom the admin has asked to take the place over, and when
  add column handover_to text,
  add column handover_at timestamptz,
  -- since when it has had more members than its plan has seats
  add column over_seats_since timestamptz;

alter table accounts
  -- in a workspace that another account administers
  add column member_role text not null default 'member' check (member_role in ('manager', 'member')),
  -- since when it has been in its workspace
  add column joined_at timestamptz not null default now();
update accounts set joined_at = created_at;
update workspaces w set admin_id = a.id from accounts a where a.workspace_id = w.id and a.deleted_at is null;
update workspaces set ended_at = coalesce(ended_at, now()) where admin_id is null;
update workspaces set admin_id = null where ended_at is not null;
alter table workspaces add constraint workspaces_one_admin check ((admin_id is null) = (ended_at is not null));
-- Deferred, because a workspace and its first account are created together, and a member may change places.
alter table workspaces add constraint workspaces_admin_is_in foreign key (admin_id, id)
  references accounts (id, workspace_id) deferrable initially deferred;
create index workspaces_admin on workspaces (admin_id) where admin_id is not null;

-- Invitations to a workspace. The token is only in the mail; an invitation is for the person who reads its address.
create table invites (
  id text primary key,
  token_hash bytea not null unique,
  workspace_id text not null references workspaces,
  -- as the contract's parser returns it
  address text not null,
  role text not null check (role in ('manager', 'member')),
  -- the account that invited
  invited_by text not null,
  created_at timestamptz not null default now(),
  -- when its mail was queued last
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index invites_open on invites (workspace_id, address) where accepted_at is null and withdrawn_at is null;
create index invites_created on invites (created_at);

create or replace view account_facts with (security_invoker) as
  select accounts.id, workspace_id, email, full_name, company, coalesce(s.role, 'free') as role,
    coalesce(s.status, 'trialing') as subscription, suspended_at, region, language, time_zone,
    transfer_settings, request_settings, picture_id, totp_confirmed_at is not null as has_totp, alert_mode,
    alerts_since, digested_at, accounts.created_at, deleted_at,
    case when w.admin_id = accounts.id then 'admin' else member_role end as team_role, joined_at,
    w.over_seats_since
  from accounts left join subscriptions s using (workspace_id) left join workspaces w on w.id = workspace_id;

-- billing: what an account used and reserved is its workspace's
update allowances set key = 'workspace:' || workspace_of(substr(key, 9))
  where starts_with(key, 'account:') and workspace_of(substr(key, 9)) is not null;
update allowances set key = split_part(key, ':', 1) || ':' || workspace_of(split_part(key, ':', 2)) || ':' ||
    split_part(key, ':', 3)
  where split_part(key, ':', 1) in ('sends', 'requests') and workspace_of(split_part(key, ':', 2)) is not null;
update allowances set key = 'mails:workspace:' || workspace_of(split_part(key, ':', 3)) || ':' || split_part(key, ':', 4)
  where starts_with(key, 'mails:account:') and workspace_of(split_part(key, ':', 3)) is not null;
update mail_paces set sender = 'workspace:' || workspace_of(substr(sender, 9))
  where starts_with(sender, 'account:') and workspace_of(substr(sender, 9)) is not null;
update uploads set reserved_keys = array_replace(reserved_keys, 'account:' || account_id, 'workspace:' || workspace_id)
  where account_id is not null;
