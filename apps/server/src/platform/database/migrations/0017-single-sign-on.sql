-- workspaces: the members whose address is at this domain sign in through their company alone; null: nobody has to
alter table workspaces add column sso_only_domain text;

-- How the people of a company sign in to its workspace through the company's own OpenID provider. It ends with the
-- workspace.
create table single_sign_ons (
  workspace_id text primary key references workspaces,
  issuer text not null,
  client_id text not null,
  -- by the master key
  sealed_secret bytea not null,
  -- of the admin's own proven address; one workspace has it
  domain text not null unique,
  -- since when the admin has signed in through it
  tried_at timestamptz,
  saved_at timestamptz not null default now()
);

-- Which account a person of the provider is. A row stays when the member leaves the team, so that they come back by an
-- invitation alone. It has only a keyed hash of who they are at the provider.
create table sso_subjects (
  -- the workspace's
  sso_id text not null references single_sign_ons on delete cascade,
  subject_hash bytea not null,
  issuer text not null,
  account_id text not null references accounts,
  linked_at timestamptz not null default now(),
  primary key (sso_id, subject_hash)
);
create index sso_subjects_account on sso_subjects (account_id);
