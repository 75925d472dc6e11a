-- Custom hosts: host names under which a workspace's links answer. A claim is pending until its records are right; only
-- then does the workspace hold the host, so nobody can keep a company from its own name by typing it first.
create table domains (
  id text primary key,
  workspace_id text not null references workspaces,
  -- lower case, in its ASCII form
  host text not null check (host = lower(host)),
  -- 128 bits, for this claim alone: what the TXT record must say
  token text not null,
  status text not null check (status in ('pending', 'verified', 'failing', 'released')),
  -- no other workspace can have the host before then; 'infinity' while it is in use, null for a claim without proof
  held_until timestamptz,
  -- links and mails use it while it is proven
  is_chosen boolean not null default true,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- since when every clear answer has been wrong
  wrong_since timestamptz,
  -- when wrong answers turned it off
  off_at timestamptz,
  checked_at timestamptz,
  -- what the last check found, as the contract's `domainFound`
  found jsonb,
  next_check_at timestamptz not null default now(),
  check ((status in ('verified', 'failing')) = (held_until is not distinct from 'infinity')),
  check ((status = 'failing') = (wrong_since is not null))
);
create unique index domains_holder on domains (host) where held_until is not null;
create unique index domains_current on domains (workspace_id) where status <> 'released';
create index domains_due on domains (next_check_at) where status <> 'released';

-- The choice is the workspace's, not each member's.
alter table accounts drop column custom_domain_option;

-- Facts for the one place that decides what a request to a custom host may reach. A host that is in quarantine only
-- leads to PUBLIC_URL; so does one whose plan no longer has hosts, which the code judges by the role.
create function custom_host_facts(asked text) returns table (workspace_id text, role text, is_proven boolean)
language sql stable strict set search_path from current as $$
  select d.workspace_id, coalesce(s.role, 'free'), d.status in ('verified', 'failing')
  from domains d left join subscriptions s using (workspace_id)
  where d.host = asked and d.held_until > now()
$$;

-- The host of new links and mails to an account's things, while its records are right.
create function link_host_of(asked text) returns table (host text, role text)
language sql stable strict set search_path from current as $$
  select d.host, coalesce(s.role, 'free')
  from domains d left join subscriptions s using (workspace_id)
  where d.workspace_id = workspace_of(asked) and d.status = 'verified' and d.is_chosen
$$;

-- Whose the thing is that a path or a body names; NULL for what nobody has. Tokens are given by their hash.
create function workspace_of_transfer(asked text) returns text language sql stable strict set search_path from current as $$
  select workspace_id from transfers where slug = asked
$$;
create function workspace_of_request(asked text) returns text language sql stable strict set search_path from current as $$
  select workspace_id from requests where slug = asked
$$;
create function workspace_of_upload(asked text) returns text language sql stable strict set search_path from current as $$
  select workspace_id from uploads where id = asked
$$;
create function workspace_of_picture(asked text) returns text language sql stable strict set search_path from current as $$
  select workspace_id from accounts where picture_id = asked
$$;
create function workspace_of_brand_picture(asked text) returns text language sql stable strict
set search_path from current as $$
  select workspace_id from branding_pictures where id = asked
$$;
create function workspace_of_grant(asked bytea) returns text language sql stable strict set search_path from current as $$
  select t.workspace_id from grants g join transfers t on t.id = g.transfer_id where g.token_hash = asked
$$;
create function workspace_of_own_grant(asked bytea) returns text language sql stable strict
set search_path from current as $$
  select workspace_of(account_id) from library_grants where token_hash = asked
$$;
create function workspace_of_extension(asked bytea) returns text language sql stable strict
set search_path from current as $$
  select t.workspace_id from access_requests a join recipients r on r.id = a.recipient_id
  join transfers t on t.id = r.transfer_id where a.token_hash = asked
$$;
