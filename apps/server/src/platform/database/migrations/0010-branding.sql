-- branding: what a company shows of itself on pages and in mails. It belongs to the workspace. A plan that no longer
-- shows it leaves it here.
create table brandings (
  workspace_id text primary key references workspaces,
  name text not null default '',
  -- as chosen; pages compute readable colours from it
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  welcome text not null default '',
  shows_powered_by boolean not null default true,
  -- ids of branding_pictures
  logo text,
  dark_logo text,
  background text,
  updated_at timestamptz not null default now()
);

-- Pictures as the server drew them. A picture that no branding names any more is deleted with that change.
create table branding_pictures (
  id text primary key,
  workspace_id text not null references brandings,
  -- WebP
  page bytea not null,
  -- PNG, for mail programs and printed receipts, and its size; null for backgrounds, which only pages show
  mail bytea,
  width integer,
  height integer,
  created_at timestamptz not null default now()
);
create index branding_pictures_workspace on branding_pictures (workspace_id);

-- The icons of companies' own sites, looked up by the domain of an address where the operator allows it.
create table company_icons (
  domain text primary key,
  -- null where the site shows none
  id text unique,
  -- WebP, as the server drew it
  picture bytea,
  fetched_at timestamptz not null default now()
);
create index company_icons_fetched on company_icons (fetched_at);
