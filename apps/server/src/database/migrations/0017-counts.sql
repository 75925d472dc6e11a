-- What people did, counted as it goes on record, so that a year of an account is read from few rows. A moment is a quarter
-- of an hour, numbered since 1970: every zone's days and hours begin with one. Country 'ZZ' is unknown; address '' is
-- whoever holds the link, or erased; file '' is the transfer as a whole.

-- the hour of the day that a clock on the wall showed there; null where nobody knows the zone
create function local_hour(moment timestamptz, zone text) returns int language plpgsql stable as $$
begin
  if zone is null then return null; end if;
  return extract(hour from moment at time zone zone);
exception when invalid_parameter_value then return null;
end $$;

-- what an entry counts as; null: nothing. Machines count for nobody. A download is a file that somebody has whole, once;
-- what is fetched whole again is a repeat.
create function counts_as(lane text, kind text, detail text) returns text language sql immutable parallel safe as $$
  select case when lane = 'human' then case kind
    when 'opened' then 'opening' when 'finished' then 'download' when 'mailed' then 'mail'
    when 'delivered' then case when detail like 'again%' then 'repeat' end
  end end
$$;

create function quarter_of(moment timestamptz) returns int language sql immutable parallel safe as $$
  select floor(extract(epoch from moment) / 900)::int
$$;

-- counted and not yet in the sums: rows are only added, so that nobody waits; a job adds them up
create table counted_fresh (
  account_id text not null,
  quarter int not null,
  kind text not null check (kind in ('opening', 'download', 'repeat', 'mail')),
  country text not null,
  address text collate "C" not null,
  file_id text collate "C" not null,
  local_hour int
);
create index counted_fresh_account on counted_fresh (account_id);

-- counted and in the sums
create table counted (like counted_fresh including constraints);
create index counted_by_time on counted (account_id, quarter) include (kind, country, address, file_id);
create index counted_by_contact on counted (account_id, address, quarter);
create index counted_by_file on counted (account_id, file_id, quarter) where file_id <> '';

-- facet 'time': all of it; 'country'; 'contact' and 'file': whom and what the subject names, told apart by country.
-- span: how many quarters a row is of: 1, 768 (8 days) or 6144 (64 days), beginning where its number divides by it. Single
-- quarters of contacts and files are the rows of `counted` themselves.
create table counted_sums (
  account_id text not null,
  facet text not null check (facet in ('time', 'country', 'contact', 'file')),
  span int not null,
  starts int not null,
  country text not null,
  subject text collate "C" not null,
  downloads int not null,
  repeats int not null,
  openings int not null,
  mails int not null,
  primary key (account_id, facet, span, starts, country, subject) include (downloads, repeats, openings, mails)
);

-- as the ledgers have it; what is counted is held against this
create function counted_of_ledgers() returns setof counted_fresh language sql stable as $$
  select e.account_id, quarter_of(e.at), counts_as(e.lane, e.kind, e.detail), coalesce(e.country, 'ZZ'),
    coalesce(r.address, ''), coalesce(e.file_id, ''), local_hour(e.at, e.time_zone)
  from events e join accounts a on a.id = e.account_id and a.deleted_at is null
  left join recipients r on r.id = e.recipient_id
  where counts_as(e.lane, e.kind, e.detail) is not null
$$;

create function count_events() returns trigger language plpgsql as $$
begin
  insert into counted_fresh
  select e.account_id, quarter_of(e.at), counts_as(e.lane, e.kind, e.detail), coalesce(e.country, 'ZZ'),
    coalesce(r.address, ''), coalesce(e.file_id, ''), local_hour(e.at, e.time_zone)
  from added e join accounts a on a.id = e.account_id and a.deleted_at is null
  left join recipients r on r.id = e.recipient_id
  where counts_as(e.lane, e.kind, e.detail) is not null;
  return null;
end $$;
create trigger events_counted after insert on events
  referencing new table as added for each statement execute function count_events();

-- counted rows as the rows of sums they belong to
create function sums_of(counted_fresh) returns table (facet text, span int, starts int, country text, subject text)
language sql immutable parallel safe as $$
  select facet, span, $1.quarter - $1.quarter % span, country, subject
  from (values ('time', '', ''), ('country', $1.country, ''), ('contact', $1.country, $1.address),
    ('file', $1.country, $1.file_id)) as one (facet, country, subject), unnest(array[1, 768, 6144]) as span
  where case facet when 'time' then span = 1 when 'country' then $1.kind <> 'mail' when 'contact' then span > 1
    else span > 1 and $1.file_id <> '' end
$$;

insert into counted_fresh select * from counted_of_ledgers();

-- troubles an account is to hear of, without reading all that went well
create index events_troubles on events (account_id, at desc)
  where account_id is not null and kind in ('bounced', 'stalled');
