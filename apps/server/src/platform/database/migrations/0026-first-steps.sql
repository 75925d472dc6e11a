-- identity/accounts: whether the dashboard leads the account through its first steps. Accounts that are here know their
-- way; new ones are led until they have done the steps or closed them.
alter table accounts add column is_led boolean not null default false;
alter table accounts alter column is_led set default true;
