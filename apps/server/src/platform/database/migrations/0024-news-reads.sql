-- The newest entry of what is new that an account has read, by its name in content/updates.
create table news_reads (
  account_id text primary key references accounts,
  entry text not null,
  read_at timestamptz not null default now()
);

grant select on news_reads to waybill_reader;
alter table news_reads enable row level security;
create policy own on news_reads to waybill_reader using (account_id = current_setting('waybill.account', true));
