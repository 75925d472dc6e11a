-- downloads: what may be said of a delivery (docs/evidence.md) --------------------------------------------------------------
-- An answer is the last one of its connection. Bytes [starts_at, arrived_to) were acknowledged by the other end; [starts_at,
-- read_to) are known to have been read. What lies between is in doubt once the answer is over.
alter table sendings
  drop column claims,
  add column read_to bigint,
  add column began_at timestamptz not null default now(),
  add column ended_at timestamptz;
update sendings set read_to = starts_at;
alter table sendings alter column read_to set not null,
  add check (starts_at <= read_to and read_to <= arrived_to);

alter table deliveries
  -- as `ranges`, of what was read
  add column read_ranges int8multirange not null default '{}',
  add column read_bytes bigint not null default 0,
  -- a part of it was handed to a proxy, which had yet to pass it on
  add column is_handed boolean not null default false,
  -- one connection brought all of it and was cut
  add column is_cut_whole boolean not null default false,
  -- of a finished one: how many bytes nobody can say were read
  add column doubt_bytes bigint not null default 0;
update deliveries set read_ranges = ranges, read_bytes = bytes;
