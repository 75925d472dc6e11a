-- identity/accounts: the partner that led an account here, as the first page's address named it
alter table accounts add column referral text check (referral ~ '^[A-Za-z0-9._~-]{1,64}$');
create index accounts_referral on accounts (referral) where referral is not null;
