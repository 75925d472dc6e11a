-- Email domains: domains from which a workspace's mails leave, signed with keys that are its own. A claim is pending
-- until DNS leads from the domain to its keys here.
create table mail_domains (
  id text primary key,
  workspace_id text not null references workspaces,
  -- lower case, in its ASCII form
  domain text not null check (domain = lower(domain)),
  -- 128 bits, for this claim alone: the names of its keys begin with it, so pointing to them proves whose the domain is
  token text not null,
  -- 'released': it signs nothing any more, and its keys stay published while mails are on their way
  status text not null check (status in ('pending', 'verified', 'failed', 'released')),
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- since when every clear answer has been wrong
  wrong_since timestamptz,
  failed_at timestamptz,
  released_at timestamptz,
  -- why mails left from our address though it was verified, and since when
  trouble text check (trouble in ('records', 'key', 'refused', 'moved')),
  troubled_at timestamptz,
  checked_at timestamptz,
  -- what the last check found, as the contract's `mailDomainFound`
  found jsonb,
  next_check_at timestamptz not null default now(),
  -- the newest test mail
  test_mail_id text,
  check (wrong_since is null or status = 'verified'),
  check ((status = 'released') = (released_at is not null))
);
create unique index mail_domains_holder on mail_domains (domain) where status = 'verified';
create unique index mail_domains_current on mail_domains (workspace_id) where status <> 'released';
create index mail_domains_due on mail_domains (next_check_at) where status <> 'released';

create table mail_keys (
  domain_id text not null references mail_domains on delete cascade,
  -- which of the two selectors leads to it
  slot integer not null check (slot between 1 and 2),
  -- 'next': signs as soon as DNS shows it; 'retired': stays published while mails that it signed are on their way
  state text not null check (state in ('next', 'active', 'retired')),
  -- as DNS has it: base64 of the DER form
  public_key text not null,
  -- PEM, sealed by the master key; deleted once it signs no more
  sealed bytea,
  made_at timestamptz not null default now(),
  -- when its state began
  since timestamptz not null default now(),
  -- when DNS last showed it
  seen_at timestamptz,
  primary key (domain_id, slot),
  check ((sealed is null) = (state = 'retired'))
);
create unique index mail_keys_active on mail_keys (domain_id) where state = 'active';

-- The domain that a mail in a workspace's name was signed for, and why such a mail left from our address.
alter table mails
  add column signed_for text,
  add column unsigned_because text check (unsigned_because in ('plan', 'records', 'key', 'refused'));
