-- billing: what was read of the subscription when it was written last, as pages show it
alter table subscriptions add column bought jsonb;

-- payments: a workspace as the provider knows it
create table payment_customers (
  workspace_id text not null references workspaces,
  provider text not null check (provider in ('sandbox', 'stripe')),
  customer text not null,
  -- how often its state was written: what was read before another wrote is read again
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (workspace_id, provider),
  unique (provider, customer)
);

-- The keys under which the provider is asked to make or change something. A call that has not ended is asked again
-- under the same key.
create table payment_calls (
  key text primary key,
  workspace_id text not null references workspaces,
  verb text not null,
  wish_hash bytea not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index payment_calls_open on payment_calls (workspace_id, verb, wish_hash) where ended_at is null;
create index payment_calls_created on payment_calls (created_at);

create table payment_checkouts (
  -- part of the key under which the provider is asked
  id text primary key,
  workspace_id text not null references workspaces,
  provider text not null check (provider in ('sandbox', 'stripe')),
  kind text not null check (kind in ('trial', 'subscription', 'prepaid', 'card')),
  price text,
  promotion text,
  language text not null check (language in ('en', 'zh')),
  -- null until the provider has answered
  session text,
  way jsonb,
  state text not null default 'open'
    check (state in ('open', 'processing', 'done', 'failed', 'expired', 'trial-refused')),
  created_at timestamptz not null default now(),
  unique (provider, session)
);
-- Of two tabs that buy, one: a workspace buys one thing at a time, and changes its card in one place at a time.
create unique index payment_checkouts_open on payment_checkouts (workspace_id, (kind = 'card'))
  where state in ('open', 'processing');

create table payment_events (
  provider text not null,
  id text not null,
  kind text not null,
  at timestamptz not null,
  customer text,
  received_at timestamptz not null default now(),
  primary key (provider, id)
);
create index payment_events_received on payment_events (received_at);

-- Who had a trial: an account, the mailbox that it proved, a card. Kept when the account is deleted; mailbox and card
-- are hashes.
create table payment_trials (
  mark text primary key,
  subscription text not null,
  begun_at timestamptz not null default now()
);
create index payment_trials_subscription on payment_trials (subscription);

-- Periods that were paid once, each after the one before.
create table prepaid_periods (
  session text primary key,
  workspace_id text not null references workspaces,
  provider text not null,
  price text not null,
  role text not null,
  payment text,
  paid_cents bigint not null,
  currency text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at > starts_at)
);
create index prepaid_periods_workspace on prepaid_periods (workspace_id, ends_at);
