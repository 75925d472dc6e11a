-- payments: whom invoices are made out to, as it was last read from the provider, which has the truth
alter table payment_customers add column company jsonb;

-- platform/payments: the same at the sandbox, and as it was when each invoice was made
alter table sandbox_customers add column company jsonb;
alter table sandbox_invoices add column company jsonb;

-- Ended by the operator: nobody redeems it any more, and its code is free for another one.
alter table sandbox_promotions add column ended_at timestamptz;
alter table sandbox_promotions drop constraint sandbox_promotions_code_key;
create unique index sandbox_promotions_code on sandbox_promotions (code) where ended_at is null;
