-- Asking for files: a request, what it wants (slots), whom it asks (people), and how far each of them is.
create table requests (
  id text primary key,
  -- never used twice: rows stay when their request is deleted
  slug text not null unique,
  account_id text not null references accounts,
  title text not null,
  message text not null,
  -- of the mails to people whose own is not known
  language text not null,
  identity text not null check (identity in ('hidden', 'optional', 'required', 'proven')),
  -- whether whoever holds the link without a token may answer
  is_open_link boolean not null,
  -- a local time, 'YYYY-MM-DDTHH:mm', in the zone beside it; by the rule 'supplier' it is that time in each one's own
  deadline text,
  deadline_zone text not null,
  deadline_rule text not null check (deadline_rule in ('fixed', 'supplier')),
  -- the deadline in that zone
  due_at timestamptz,
  reminders boolean not null,
  reminder_days int[] not null,
  max_batch_bytes bigint check (max_batch_bytes > 0),
  max_batch_files int check (max_batch_files > 0),
  types text[] not null,
  folder text not null,
  password_hash text,
  -- a pass from before it opens nothing
  locked_at timestamptz,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  expires_at timestamptz,
  paused_at timestamptz,
  closed_at timestamptz,
  deleted_at timestamptz,
  -- when the account was told last that its storage is full
  full_told_at timestamptz,
  person_count int not null default 0,
  complete_count int not null default 0,
  batch_count int not null default 0,
  file_count int not null default 0,
  bytes bigint not null default 0,
  last_answer_at timestamptz
);
create index requests_listed on requests (account_id, created_at desc, id desc) where deleted_at is null;

create table request_slots (
  id text primary key,
  request_id text not null references requests,
  position int not null,
  name text not null,
  hint text not null,
  is_required boolean not null,
  types text[] not null,
  max_files int check (max_files > 0),
  max_bytes bigint check (max_bytes > 0),
  example_file_id text references files on delete set null,
  pattern text not null,
  removed_at timestamptz
);
create index request_slots_of on request_slots (request_id, position);
create index request_slots_example on request_slots (example_file_id) where example_file_id is not null;

create table request_people (
  id text primary key,
  request_id text not null references requests,
  -- 'invited' by mail, 'proven' by a code, 'claimed': a browser that says who it is, or not even that
  kind text not null check (kind in ('invited', 'proven', 'claimed')),
  address text,
  name text not null,
  company text not null,
  time_zone text,
  language text,
  token_hash bytea not null unique,
  device_id text,
  invite_mail_id text,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  due_at timestamptz,
  next_reminder_at timestamptz,
  reminded_at timestamptz,
  -- required slots to which nothing came, or from which it was sent back
  missing_count int not null,
  file_count int not null default 0,
  bytes bigint not null default 0,
  last_answer_at timestamptz,
  completed_at timestamptz
);
create unique index request_people_address on request_people (request_id, address) where kind <> 'claimed';
create unique index request_people_device on request_people (request_id, device_id) where kind = 'claimed';
create index request_people_listed on request_people (request_id, created_at, id);
create index request_people_reminded on request_people (next_reminder_at) where next_reminder_at is not null;

-- how far somebody is with a slot; no row: nothing ever came
create table request_progress (
  person_id text not null references request_people,
  slot_id text not null references request_slots,
  -- of those that were not sent back
  file_count int not null,
  bytes bigint not null,
  state text not null check (state in ('arrived', 'accepted', 'sent-back')),
  note text not null default '',
  changed_at timestamptz not null default now(),
  primary key (person_id, slot_id)
);

create table request_templates (
  id text primary key,
  account_id text not null references accounts,
  name text not null,
  content jsonb not null,
  saved_at timestamptz not null default now(),
  unique (account_id, name)
);

-- a browser that has shown the password
create table request_passes (
  request_id text not null references requests,
  device_id text not null references devices,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (request_id, device_id)
);

grant select on requests, request_slots, request_people, request_progress, request_templates to waybill_reader;
alter table requests enable row level security;
alter table request_slots enable row level security;
alter table request_people enable row level security;
alter table request_progress enable row level security;
alter table request_templates enable row level security;
create policy own on requests to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on request_templates to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on request_slots to waybill_reader
  using (exists (select from requests r where r.id = request_slots.request_id));
create policy own on request_people to waybill_reader
  using (exists (select from requests r where r.id = request_people.request_id));
create policy own on request_progress to waybill_reader
  using (exists (select from request_people p where p.id = request_progress.person_id));
create policy asked on mails to waybill_reader
  using (exists (select from request_people p where p.invite_mail_id = mails.id));
create index request_people_mail on request_people (invite_mail_id) where invite_mail_id is not null;
create policy example on files to waybill_reader
  using (exists (select from request_slots s where s.example_file_id = files.id));
