-- What an entry says beside its kind: under which path its file or files stood, on what evidence, how many bytes are in
-- doubt, and how late it was saved. An archive is one entry with the list of its files. The text that is hashed:
-- events/chain.ts ('waybill ledger 2').

alter table events
  -- of the one file, as the transfer had it then
  add column path text,
  -- of several: [{"id", "path", "bytes"}, …]; file_id is null then
  add column files jsonb,
  add column evidence text check (evidence in ('received', 'handed-over', 'sent-by-proxy')),
  add column doubt_bytes bigint,
  -- how long after `at` it was saved; null below a second
  add column late_ms bigint,
  add check (files is null or (file_id is null and path is null));

-- `at` is when it happened, whatever was saved before it: the order of a ledger is the order of saving
alter table ledgers drop column last_at;

-- the files an entry counts for: a download is a file, so the end of an archive counts once for each of its files
create function files_counted(kind text, file_id text, files jsonb) returns setof text
language sql immutable parallel safe as $$
  select coalesce(file_id, '') where files is null or kind <> 'finished'
  union all
  select file ->> 'id' from jsonb_array_elements(files) as file where kind = 'finished'
$$;

create or replace function counted_of_ledgers() returns setof counted_fresh language sql stable as $$
  select e.account_id, quarter_of(e.at), counts_as(e.lane, e.kind, e.detail), coalesce(e.country, 'ZZ'),
    coalesce(r.address, ''), file.id, local_hour(e.at, e.time_zone)
  from events e join accounts a on a.id = e.account_id and a.deleted_at is null
  cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
  left join recipients r on r.id = e.recipient_id
  where counts_as(e.lane, e.kind, e.detail) is not null
$$;

create or replace function count_events() returns trigger language plpgsql as $$
begin
  insert into counted_fresh
  select e.account_id, quarter_of(e.at), counts_as(e.lane, e.kind, e.detail), coalesce(e.country, 'ZZ'),
    coalesce(r.address, ''), file.id, local_hour(e.at, e.time_zone)
  from added e join accounts a on a.id = e.account_id and a.deleted_at is null
  cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
  left join recipients r on r.id = e.recipient_id
  where counts_as(e.lane, e.kind, e.detail) is not null;
  return null;
end $$;
