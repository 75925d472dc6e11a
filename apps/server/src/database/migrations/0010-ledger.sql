-- The ledger: what happened, chained by hashes transfer by transfer, in partitions of one month each. Addresses of
-- networks and of people stand in rows of their own; the chain holds salted digests of them.

create table ledgers (
  transfer_id text primary key references transfers,
  length int not null default 0,
  -- hash of the newest entry; of an empty ledger sha256('waybill ledger 1' LF transfer)
  head bytea not null,
  -- of the newest entry: the times of a ledger never run backwards
  last_at timestamptz not null default '-infinity'
);

alter table events rename to events_before;
alter index events_transfer rename to events_before_transfer;
alter index events_ip rename to events_before_ip;

create table events (
  id text not null,
  transfer_id text not null references ledgers,
  place int not null,
  -- whose transfer it was then; not part of the chain
  account_id text,
  recipient_id text,
  file_id text,
  kind text not null,
  lane text not null check (lane in ('human', 'machine')),
  reason text,
  bytes bigint,
  -- what changed, in a few words without names or addresses
  detail text,
  country text,
  city text,
  time_zone text,
  device text,
  ip_digest bytea,
  person_digest bytea,
  at timestamptz not null,
  hash bytea not null,
  primary key (transfer_id, place, at)
) partition by range (at);
create table events_default partition of events default;
create index events_transfer on events (transfer_id, at);
create index events_account on events (account_id, at desc) where account_id is not null and lane = 'human';

-- gone after the retention; the digest in the chain stays
create table event_ips (
  event_id text primary key,
  salt bytea not null,
  ip inet not null,
  at timestamptz not null
);
create index event_ips_at on event_ips (at);

-- the salt of a person's digest; without it nobody can say any more whose digest it is. subject: a recipient, or 'sender'
create table identities (
  transfer_id text not null references transfers,
  subject text not null,
  salt bytea not null,
  digest bytea not null,
  primary key (transfer_id, subject)
);

insert into ledgers (transfer_id, head)
select id, sha256(convert_to('waybill ledger 1' || chr(10) || id, 'UTF8')) from transfers;

-- What is on record becomes the beginning of the chains. The text that is hashed: events/chain.ts.
create function pg_temp.field(value text) returns text language sql immutable as
  $$ select case when value is null then '-' else '=' || replace(replace(value, '\', '\\'), chr(10), '\n') end $$;

do $$
declare
  old record;
  salted bytea;
  digest bytea;
  hashed bytea;
begin
  for old in
    select e.*, t.account_id, l.head, l.length,
      date_trunc('milliseconds', greatest(e.at, l.last_at)) as moment
    from events_before e join transfers t on t.id = e.transfer_id join ledgers l on l.transfer_id = e.transfer_id
    order by e.at, e.id
  loop
    -- The row of the ledger as the entries before have left it.
    select head, length, date_trunc('milliseconds', greatest(old.at, last_at))
      into old.head, old.length, old.moment from ledgers where transfer_id = old.transfer_id;
    salted := uuid_send(gen_random_uuid());
    digest := case when old.ip is not null then sha256(salted || convert_to(host(old.ip), 'UTF8')) end;
    hashed := sha256(old.head || convert_to(array_to_string(array[
      old.transfer_id, (old.length + 1)::text,
      to_char(old.moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      old.id, old.kind, old.lane, pg_temp.field(old.reason), pg_temp.field(old.recipient_id),
      pg_temp.field(old.file_id), pg_temp.field(old.bytes::text), pg_temp.field(null), pg_temp.field(old.country),
      pg_temp.field(old.city), pg_temp.field(old.time_zone), pg_temp.field(old.device),
      pg_temp.field(encode(digest, 'hex')), pg_temp.field(null)
    ], chr(10)), 'UTF8'));
    insert into events (id, transfer_id, place, account_id, recipient_id, file_id, kind, lane, reason, bytes, country,
      city, time_zone, device, ip_digest, at, hash)
    values (old.id, old.transfer_id, old.length + 1, old.account_id, old.recipient_id, old.file_id, old.kind, old.lane,
      old.reason, old.bytes, old.country, old.city, old.time_zone, old.device, digest, old.moment, hashed);
    if old.ip is not null then
      insert into event_ips (event_id, salt, ip, at) values (old.id, salted, old.ip, old.moment);
    end if;
    update ledgers set length = old.length + 1, head = hashed, last_at = old.moment where transfer_id = old.transfer_id;
  end loop;
end $$;

drop table events_before;
