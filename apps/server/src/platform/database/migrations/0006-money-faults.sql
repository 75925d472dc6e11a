-- payments: 'paid-back' says of a checkout that something else ran already, so that what it bought ended and was paid back.
alter table payment_checkouts drop constraint payment_checkouts_state_check;
alter table payment_checkouts add constraint payment_checkouts_state_check
  check (state in ('open', 'processing', 'done', 'failed', 'expired', 'trial-refused', 'paid-back'));

-- A trial with a test card uses up no trial at Stripe, nor the other way round.
alter table payment_trials add column provider text;
update payment_trials t set provider =
  case when exists (select from sandbox_subscriptions s where s.id = t.subscription) then 'sandbox' else 'stripe' end;
alter table payment_trials alter column provider set not null;
alter table payment_trials add constraint payment_trials_provider_check check (provider in ('sandbox', 'stripe'));
alter table payment_trials drop constraint payment_trials_pkey;
alter table payment_trials add primary key (provider, mark);

-- What was given back of a period's payment, or is disputed, as far as it is taken off the period; the seconds that were
-- taken off for it; and what an operator has decided to give back, before the provider says so.
alter table prepaid_periods add column lost_cents bigint not null default 0 check (lost_cents >= 0);
alter table prepaid_periods add column lost_seconds bigint not null default 0 check (lost_seconds >= 0);
alter table prepaid_periods add column refund_cents bigint not null default 0 check (refund_cents >= 0);
create index prepaid_periods_payment on prepaid_periods (provider, payment);

-- platform/payments: what customers dispute at their bank.
alter table sandbox_invoices add column disputed_cents bigint not null default 0
  check (disputed_cents >= 0 and disputed_cents <= amount_cents);
