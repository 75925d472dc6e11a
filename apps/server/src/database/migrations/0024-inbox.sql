-- Answering a request: batches on their way, batches that came, and their files.
create table inbox_drafts (
  upload_id text primary key references uploads on delete cascade,
  request_id text not null references requests,
  person_id text not null references request_people,
  -- the slot of each file, in the order of the plan
  slot_ids text[] not null,
  note text not null,
  begun_at timestamptz not null default now()
);
create index inbox_drafts_person on inbox_drafts (person_id);

create table inbox_batches (
  id text primary key,
  upload_id text not null unique references uploads,
  account_id text not null references accounts,
  request_id text not null references requests,
  person_id text not null references request_people,
  note text not null,
  file_count int not null,
  bytes bigint not null,
  is_late boolean not null,
  arrived_at timestamptz not null default now(),
  language text not null,
  country text,
  city text,
  device text,
  -- when receipt and notice were queued
  told_at timestamptz
);
create index inbox_batches_account on inbox_batches (account_id, arrived_at desc, id desc);
create index inbox_batches_request on inbox_batches (request_id, arrived_at desc, id desc);
create index inbox_batches_person on inbox_batches (person_id, arrived_at desc, id desc);

create table inbox_files (
  file_id text primary key references files,
  batch_id text not null references inbox_batches,
  request_id text not null references requests,
  person_id text not null references request_people,
  slot_id text not null references request_slots,
  position int not null,
  -- what it is called here, unique among all that its supplier sent to the request
  path text not null,
  original_name text not null,
  sent_back_at timestamptz,
  unique (person_id, path)
);
create index inbox_files_batch on inbox_files (batch_id, position);
create index inbox_files_slot on inbox_files (person_id, slot_id);
create index inbox_files_request on inbox_files (request_id, person_id);

-- where an archive has files under other paths than their own
alter table library_grants add column paths text[];

grant select on inbox_batches, inbox_files to waybill_reader;
alter table inbox_batches enable row level security;
alter table inbox_files enable row level security;
create policy own on inbox_batches to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on inbox_files to waybill_reader
  using (exists (select from inbox_batches b where b.id = inbox_files.batch_id));
create policy inbox on files to waybill_reader
  using (exists (select from inbox_files i where i.file_id = files.id));
