-- platform/payments: the sandbox, a payment provider of this server's own, which takes test cards alone. No row of ours
-- refers to these tables: other modules know a provider's ids, whichever provider it is. Money is in cents of US$.

-- How far the sandbox's time is ahead of the database's, so that a trial can be seen to end. No row: not at all.
create table sandbox_clock (
  is_only boolean primary key default true check (is_only),
  ahead_seconds bigint not null check (ahead_seconds >= 0)
);

-- What was asked under each key, and what was answered: the same key does a thing once.
create table sandbox_calls (
  key text primary key,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now()
);
create index sandbox_calls_created on sandbox_calls (created_at);

create table sandbox_customers (
  id text primary key,
  -- ours, as it was told
  account text not null,
  -- '' once the customer was removed
  email text not null,
  language text not null check (language in ('en', 'zh')),
  -- what payments are charged to
  card_id text,
  -- what a switch left over for the next invoices
  credit_cents bigint not null default 0 check (credit_cents >= 0),
  created_at timestamptz not null,
  removed_at timestamptz
);

-- Numbers of the list of test cards; others are not taken.
create table sandbox_cards (
  id text primary key,
  customer_id text not null references sandbox_customers,
  number text not null,
  month int not null,
  year int not null,
  created_at timestamptz not null
);
create index sandbox_cards_customer on sandbox_cards (customer_id);

create table sandbox_promotions (
  id text primary key,
  -- upper case
  code text not null unique,
  percent_off int check (percent_off between 1 and 100),
  off_cents bigint check (off_cents > 0),
  months int check (months > 0),
  redeem_by timestamptz,
  max_redemptions int,
  redemptions int not null default 0,
  created_at timestamptz not null,
  check ((percent_off is null) <> (off_cents is null))
);

create table sandbox_subscriptions (
  id text primary key,
  customer_id text not null references sandbox_customers,
  price text not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'unpaid', 'canceled')),
  -- periods are counted from here, so that a year from 29 February comes back to it
  anchor_at timestamptz not null,
  periods int not null check (periods >= 0),
  period_starts_at timestamptz not null,
  period_ends_at timestamptz not null,
  trial_ends_at timestamptz,
  is_ending boolean not null default false,
  next_price text,
  promotion_id text references sandbox_promotions,
  discount_ends_at timestamptz,
  failures int not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index sandbox_subscriptions_customer on sandbox_subscriptions (customer_id);

create table sandbox_invoices (
  id text primary key,
  customer_id text not null references sandbox_customers,
  subscription_id text references sandbox_subscriptions,
  price text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  status text not null check (status in ('open', 'paid', 'void')),
  -- this switch happens when the invoice is paid, as of the instant its sums are made for
  switches_to text,
  prorated_at timestamptz,
  expires_at timestamptz,
  refunded_cents bigint not null default 0 check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  created_at timestamptz not null,
  paid_at timestamptz
);
create index sandbox_invoices_customer on sandbox_invoices (customer_id);

create table sandbox_checkouts (
  id text primary key,
  customer_id text not null references sandbox_customers,
  kind text not null check (kind in ('trial', 'subscription', 'prepaid', 'card', 'invoice')),
  price text,
  trial_days int not null default 0,
  promotion_id text references sandbox_promotions,
  language text not null check (language in ('en', 'zh')),
  back_to text not null,
  leave_to text not null,
  status text not null default 'open' check (status in ('open', 'processing', 'paid', 'failed', 'expired')),
  -- of a payment that is confirmed later: when, and whether it comes to something
  confirms_at timestamptz,
  will_succeed boolean,
  subscription_id text references sandbox_subscriptions,
  invoice_id text references sandbox_invoices,
  card_id text references sandbox_cards,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sandbox_checkouts_customer on sandbox_checkouts (customer_id);

-- Told to this server's own webhook, signed, until it takes them.
create table sandbox_events (
  id text primary key,
  at timestamptz not null,
  kind text not null,
  customer_id text not null,
  subscription_id text,
  checkout_id text,
  told_at timestamptz
);
create index sandbox_events_untold on sandbox_events (at) where told_at is null;
