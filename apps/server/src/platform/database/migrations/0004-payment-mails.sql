-- payments: what an account is told about its purchases, noted in the transaction that writes them; each fact once
create table payment_news (
  workspace_id text not null references workspaces,
  -- what it is about, by the provider's ids: 'charged/in_…'
  fact text not null,
  news jsonb not null,
  noted_at timestamptz not null default now(),
  -- when its mail was queued, or was found not to be needed; null: not yet
  told_at timestamptz,
  primary key (workspace_id, fact)
);
create index payment_news_untold on payment_news (workspace_id) where told_at is null;

-- Links of mails about a failed payment: whoever holds one changes the card without signing in, and nothing else.
create table card_links (
  token_hash bytea primary key,
  workspace_id text not null references workspaces,
  provider text not null check (provider in ('sandbox', 'stripe')),
  subscription text not null,
  -- what was due when the mail was written; null: the provider did not say
  due_cents bigint,
  currency text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- since when nothing is overdue
  paid_at timestamptz,
  check ((due_cents is null) = (currency is null))
);
create index card_links_workspace on card_links (workspace_id);

-- Begun by such a link: it returns to the link's page, and not to the account's.
alter table payment_checkouts add column is_by_link boolean not null default false;
