-- sessions: a change of who can come in may be taken back for 72 hours, by the address that it was told to
create table take_backs (
  token_hash bytea primary key,
  account_id text not null references accounts,
  -- where the link was mailed to: taken back, it is the account's address again
  address text not null,
  changed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index take_backs_account on take_backs (account_id, changed_at);
create index take_backs_expires on take_backs (expires_at);

-- showing again what opens an account: the ticket for its second half, and what is given for the whole
alter table challenges drop constraint challenges_purpose_check;
alter table challenges add constraint challenges_purpose_check
  check (purpose in ('second-factor', 'add-totp', 'add-passkey', 'step-up', 'stepped-up'));
