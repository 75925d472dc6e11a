-- Lists of an account's transfers that take as long among a million as among ten thousand.

-- Which lists a transfer stands in: + 1 its end has passed, + 2 somebody has finished a file of it. Every write of the
-- row sets it; a row whose end has passed since is written before its owner's lists are read, and by a job.
alter table transfers add column shelf int not null default 0;

create function set_shelf() returns trigger language plpgsql as $$
begin
  new.shelf := case when new.expires_at <= now() then 1 else 0 end + case when new.download_count > 0 then 2 else 0 end;
  return new;
end $$;
create trigger transfers_shelf before insert or update on transfers for each row execute function set_shelf();
update transfers set shelf = 0;

-- one index for each order; their beginning also serves what asks for an account's transfers at all
drop index if exists transfers_account;
create index transfers_by_age on transfers (account_id, shelf, sent_at, id)
  where account_id is not null and deleted_at is null;
create index transfers_by_end on transfers (account_id, shelf, coalesce(expires_at, 'infinity'), id)
  where account_id is not null and deleted_at is null;
create index transfers_by_size on transfers (account_id, shelf, bytes, id)
  where account_id is not null and deleted_at is null;
create index transfers_by_downloads on transfers (account_id, shelf, download_count, id)
  where account_id is not null and deleted_at is null;
create index transfers_overdue on transfers (expires_at)
  where account_id is not null and deleted_at is null and shelf in (0, 2);
create index transfer_files_in_order on transfer_files (transfer_id, position) where removed_at is null;
drop index recipients_transfer;
create index recipients_transfer on recipients (transfer_id, position) include (removed_at, address);

-- How many transfers an account has, by shelf and UTC month of sending: what a list shows beside its rows is a sum of few.
create table transfer_counts (
  account_id text not null,
  shelf int not null,
  -- 'YYYY-MM'
  month text not null,
  transfers int not null,
  primary key (account_id, shelf, month)
);

insert into transfer_counts
select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM'), count(*)
from transfers where account_id is not null and deleted_at is null group by 1, 2, 3;

-- Whoever writes transfers, the counts follow in the same statement, always in one order, so that two never wait for each
-- other. A transaction that changes several transfers holds their account first.
create function count_transfers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into transfer_counts as c (account_id, shelf, month, transfers)
    select account_id, shelf, to_char(sent_at at time zone 'utc', 'YYYY-MM'), count(*)
    from after where account_id is not null and deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, shelf, month) do update set transfers = c.transfers + excluded.transfers;
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
  -- what has ended is received no more, what stands again is
  update recipients set received_at = received_at
  from before join after using (id)
  where (before.deleted_at is null and before.blocked_at is null) <> (after.deleted_at is null and after.blocked_at is null)
    and recipients.transfer_id = after.id and recipients.address is not null;
  return null;
end $$;
create trigger transfers_counted_new after insert on transfers
  referencing new table as after for each statement execute function count_transfers();
create trigger transfers_counted after update on transfers
  referencing old table as before new table as after for each statement execute function count_transfers();

-- Since when a transfer is received by whoever proves the address: set where it was mailed to it and its link opens.
alter table recipients add column received_at timestamptz;

create function set_received() returns trigger language plpgsql as $$
begin
  new.received_at := case when new.address is not null and new.removed_at is null and new.hidden_at is null and exists (
    select 1 from transfers
    where id = new.transfer_id and send_as = 'email' and deleted_at is null and blocked_at is null
  ) then new.created_at end;
  return new;
end $$;
create trigger recipients_received before insert or update on recipients for each row execute function set_received();
update recipients set received_at = null;
create index recipients_received on recipients (address, received_at, id) include (transfer_id)
  where received_at is not null;

-- What a search goes by, in a table of its own: a finished download writes the row of its transfer anew, and must not
-- write all this with it. Grams are three ASCII letters in a row, or two where one is none, so that two Chinese characters
-- are enough; their keys differ between accounts, so that nobody's search grows with what others send.
create table transfer_searches (
  transfer_id text primary key references transfers,
  account_id text not null,
  grams int[] not null
);

create function gram_key(account text, gram text) returns int language sql immutable strict parallel safe as $$
  select ('x' || left(md5(left(md5(account), 2) || gram), 8))::bit(32)::int
$$;

create function search_grams(account text, given text) returns int[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram_key(account, gram)), '{}') from (
    select case
      when ascii(one) > 126 or ascii(two) > 126 then case when ascii(one) > 32 and ascii(two) > 32 then one || two end
      when ascii(one) > 32 and ascii(two) > 32 and ascii(three) between 33 and 126 then one || two || three
    end as gram
    from (
      select one, lead(one) over letters as two, lead(one, 2) over letters as three
      from unnest(string_to_array(given, null)) with ordinality as letter (one, nth) window letters as (order by nth)
    ) letters
  ) grams where gram is not null
$$;

create function keep_search() returns trigger language plpgsql as $$
begin
  if new.account_id is null or new.deleted_at is not null then
    delete from transfer_searches where transfer_id = new.id;
  else
    insert into transfer_searches (transfer_id, account_id, grams)
    values (new.id, new.account_id, search_grams(new.account_id, new.search_text))
    on conflict (transfer_id) do update set account_id = excluded.account_id, grams = excluded.grams;
  end if;
  return null;
end $$;
create trigger transfers_searched_new after insert on transfers
  for each row when (new.account_id is not null) execute function keep_search();
create trigger transfers_searched after update of search_text, account_id, deleted_at on transfers
  for each row when (old.search_text is distinct from new.search_text or old.account_id is distinct from new.account_id
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function keep_search();
insert into transfer_searches
select id, account_id, search_grams(account_id, search_text) from transfers
where account_id is not null and deleted_at is null;
-- a search reads what is there, not what waits to be merged
create index transfer_searches_grams on transfer_searches using gin (grams) with (fastupdate = off);

-- some of an account's transfers that have all of these grams; never by reading everybody's
create function find_by_grams(account text, wanted int[], most int) returns setof text language sql stable
set enable_seqscan = off as $$
  select transfer_id from transfer_searches where account_id = account and grams @> wanted limit most
$$;

-- when the sender last asked for the mail to be sent again
alter table recipients add column told_again_at timestamptz;

-- where a recipient was seen last, and what was mailed to them
create index events_of_recipient on events (recipient_id, at) where lane = 'human' and country is not null;
create index mails_of_recipient on mails (recipient_id, created_at) where recipient_id is not null;

-- downloads: what a transfer may ask of whoever opens its link --------------------------------------------------------
-- what was opened before this opens nothing any more: a password, a limit or proof was asked for since
alter table transfers add column locked_at timestamptz;

-- codes that prove an address for one link in one browser; made from the row by the server's key. There is one for every
-- address that is typed; it is mailed only where the transfer is for that address.
create table link_codes (
  id text primary key,
  recipient_id text not null references recipients,
  device_id text not null references devices,
  address text not null,
  tries_left int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- a job has looked whether it is to be mailed
  settled_at timestamptz,
  used_at timestamptz
);
create index link_codes_of_browser on link_codes (device_id, recipient_id, created_at);
create index link_codes_address on link_codes (address, created_at);

create index link_passes_expires on link_passes (expires_at);

-- the browser that pressed, so that it may press again without another download being counted
alter table grants add column device_id text references devices;

-- downloads of a file by a recipient, where their number is limited: each is taken with a grant and finished once
create table download_turns (
  recipient_id text not null references recipients,
  file_id text not null references files,
  turn int not null,
  grant_id text not null references grants deferrable initially deferred,
  ranges int8multirange not null default '{}',
  moved_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (recipient_id, file_id, turn)
);
create index download_turns_grant on download_turns (grant_id);
