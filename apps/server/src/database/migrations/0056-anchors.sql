-- What binds ledgers to something that their database cannot change: the newest head of each is signed with every addition,
-- and from time to time one root over all heads that have moved is kept, signed, chained to the root before and shown to
-- everybody. The texts that are hashed and signed: docs/evidence-anchors.md.

alter table ledgers
  -- Ed25519 over the text of the head; null while the ledger is empty
  add column signature bytea,
  add column signed_by text;

create table anchors (
  number int primary key,
  at timestamptz not null,
  count int not null check (count > 0),
  -- Merkle tree hash over its leaves (RFC 6962)
  root bytea not null,
  -- hash of the anchor before; of the first, 32 zero bytes
  previous bytea not null,
  hash bytea not null unique,
  signature bytea not null,
  signed_by text not null references receipt_keys,
  -- hashes of each 1,024 leaves, one after the other, so that a proof is made of few rows
  nodes bytea not null,
  -- a trusted time stamp of the hash (RFC 3161), where one was asked for and given
  time_stamp bytea,
  stamped_at timestamptz
);

-- the ledgers that had moved since the anchor before, in the order of their transfers' ids
create table anchor_leaves (
  anchor int not null references anchors deferrable initially deferred,
  position int not null,
  transfer_id text collate "C" not null,
  length int not null,
  head bytea not null,
  primary key (anchor, position)
);
create unique index anchor_leaves_ledger on anchor_leaves (transfer_id, length);

grant select on anchor_leaves to waybill_reader;
alter table anchor_leaves enable row level security;
create policy own on anchor_leaves to waybill_reader
  using (exists (select from transfers t where t.id = anchor_leaves.transfer_id));
