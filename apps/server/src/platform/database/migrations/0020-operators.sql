-- identity/accounts: who operates this server, through the desk at /operator. Only the command line changes it.
alter table accounts add column operator_since timestamptz;
create index accounts_operators on accounts (operator_since) where operator_since is not null;
-- why the operator suspended the account, for operators alone
alter table accounts add column suspended_because text not null default '';

create index mails_given_up on mails (given_up_at) where given_up_at is not null;

create function is_operator(asked text) returns boolean language sql stable strict set search_path from current as $$
  select operator_since is not null and suspended_at is null from accounts where id = asked and deleted_at is null
$$;

-- desk: the server's health every five minutes, kept for 30 days. Where a row is missing, no process was running.
create table health_samples (
  -- the beginning of the five minutes
  at timestamptz primary key,
  is_ok boolean not null,
  -- per check: whether it passed, and its milliseconds
  checks jsonb not null,
  jobs_waiting int not null,
  jobs_failed int not null,
  mails_waiting int not null,
  -- the alarms that were raised
  alarms text[] not null
);
