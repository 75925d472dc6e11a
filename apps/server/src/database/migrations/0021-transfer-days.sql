-- How many transfers an account has by UTC day of sending, so that a page asked for by a number of rows to leave out
-- walks over those of one day, and not of a month.
-- another server may be writing while this counts
lock table transfers in share row exclusive mode;

create table transfer_day_counts (
  account_id text not null,
  shelf int not null,
  -- 'YYYY-MM-DD'
  day text not null,
  transfers int not null,
  primary key (account_id, shelf, day)
);

insert into transfer_day_counts
select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD'), count(*)
from transfers where account_id is not null and deleted_at is null group by 1, 2, 3;

create or replace function count_transfers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into transfer_counts as c (account_id, shelf, month, transfers)
    select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM'), count(*)
    from after where account_id is not null and deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, shelf, month) do update set transfers = c.transfers + excluded.transfers;
    insert into transfer_day_counts as c (account_id, shelf, day, transfers)
    select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD'), count(*)
    from after where account_id is not null and deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, shelf, day) do update set transfers = c.transfers + excluded.transfers;
    return null;
  end if;
  insert into transfer_counts as c (account_id, shelf, month, transfers)
  select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM'), sum(n)
  from (
    select account_id, shelf, sent_at, 1 as n from after where account_id is not null and deleted_at is null
    union all
    select account_id, shelf, sent_at, -1 from before where account_id is not null and deleted_at is null
  ) changed
  group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
  on conflict (account_id, shelf, month) do update set transfers = c.transfers + excluded.transfers;
  insert into transfer_day_counts as c (account_id, shelf, day, transfers)
  select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM-DD'), sum(n)
  from (
    select account_id, shelf, sent_at, 1 as n from after where account_id is not null and deleted_at is null
    union all
    select account_id, shelf, sent_at, -1 from before where account_id is not null and deleted_at is null
  ) changed
  group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
  on conflict (account_id, shelf, day) do update set transfers = c.transfers + excluded.transfers;
  -- what has ended is received no more, what stands again is
  update recipients set received_at = received_at
  from before join after using (id)
  where (before.deleted_at is null and before.blocked_at is null) <> (after.deleted_at is null and after.blocked_at is null)
    and recipients.transfer_id = after.id and recipients.address is not null;
  return null;
end $$;

grant select on transfer_day_counts to waybill_reader;
alter table transfer_day_counts enable row level security;
create policy own on transfer_day_counts to waybill_reader using (account_id = current_setting('waybill.account', true));
