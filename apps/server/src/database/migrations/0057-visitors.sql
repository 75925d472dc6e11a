-- On a link that is open to everybody each device is a recipient of its own, under the row of the link.
alter table recipients
  -- the row of the open link; NULL: a recipient whom the sender named, or the link itself
  add column link_id text references recipients,
  add column device_id text references devices,
  -- how the device names itself ('Chrome on Windows'), and where it came from first
  add column device text,
  add column country text,
  add column city text,
  -- the one row of all devices that came when a link, or their network, had enough rows
  add column is_rest boolean not null default false;
grant select (link_id, device, country, city, is_rest) on recipients to waybill_reader;
create unique index recipients_device on recipients (link_id, device_id) where device_id is not null;
create unique index recipients_rest on recipients (link_id) where is_rest;
create index recipients_of_link on recipients (link_id, created_at desc) include (opened_at, finished_at)
  where link_id is not null;
-- Lists read whom a transfer went to, not everybody who came by.
create index recipients_listed on recipients (transfer_id, position) include (removed_at, address)
  where link_id is null;

-- The link as a whole is open, or has everything, once one of its devices is, or has.
create function opened_by_any(id text, opened_at timestamptz) returns timestamptz language sql stable as $$
  select coalesce($2, (select min(d.opened_at) from recipients d where d.link_id = $1))
$$;
create function finished_by_any(id text, finished_at timestamptz) returns timestamptz language sql stable as $$
  select coalesce($2, (select min(d.finished_at) from recipients d where d.link_id = $1))
$$;

-- The owner pressed: what is fetched by it counts for nobody.
alter table grants add column is_owners boolean not null default false;

-- What the owner of a transfer does with its link has a lane of its own.
do $$
declare
  old record;
begin
  for old in
    select conrelid::regclass as of_table, conname from pg_constraint
    where contype = 'c' and pg_get_constraintdef(oid) like '%lane%'
      and (conrelid = 'events'::regclass or conrelid in (select inhrelid from pg_inherits where inhparent = 'events'::regclass))
      and (coninhcount = 0 or conislocal)
    order by coninhcount
  loop
    execute format('alter table %s drop constraint if exists %I', old.of_table, old.conname);
  end loop;
end $$;
alter table events add constraint events_lane check (lane in ('human', 'machine', 'owner'));

-- Looks of a machine that are not on record yet: those that follow the first within a minute, and the first one itself
-- where nothing but the haste tells that it is no person's. They become one entry that says how many there were.
create table held_looks (
  recipient_id text not null references recipients,
  device text not null,
  transfer_id text not null references transfers,
  reason text not null,
  ip text not null,
  user_agent text,
  looks int not null default 1,
  -- the first look of these may turn out to be a person's
  is_doubtful boolean not null,
  first_at timestamptz not null default now(),
  closes_at timestamptz not null,
  primary key (recipient_id, device)
);

-- A deleted transfer keeps its record until its owner erases it.
alter table transfers add column record_erased_at timestamptz;
grant select (record_erased_at) on transfers to waybill_reader;
create index transfers_deleted on transfers (account_id, deleted_at desc, id)
  where deleted_at is not null and record_erased_at is null and account_id is not null;

-- What a recipient is called where nobody knows their address: the device, and where it is.
create function recipient_label(address text, device text, city text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(address, ''), nullif(concat_ws(' · ', device, city), ''))
$$;
