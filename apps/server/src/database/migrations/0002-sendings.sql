-- downloads: answers of bytes that are on their way or broke off --------------------------------------------------------
-- What lies between arrived_to and written_to may have arrived or not: it is counted when the recipient goes on behind it.
create table sendings (
  id text primary key,
  recipient_id text not null references recipients,
  -- what the bytes are counted in: a file's id, or 'zip:' and the archive's entity tag
  resource text not null,
  starts_at bigint not null check (starts_at >= 0),
  ends_at bigint not null,
  arrived_to bigint not null,
  written_to bigint not null,
  -- the process that sends; NULL once the answer is over
  node_id text,
  changed_at timestamptz not null default now(),
  check (starts_at <= arrived_to and arrived_to <= written_to and written_to <= ends_at)
);
create index sendings_resource on sendings (recipient_id, resource);
create index grants_transfer on grants (transfer_id);
