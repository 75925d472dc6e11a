-- The conversation of an account, or of a visitor's browser, with the operator: one for each, as long as it lasts.
-- Feedback is a message with a rating.
create table conversations (
  id text primary key,
  account_id text references accounts,
  device_id text references devices,
  -- where a visitor wants to get answers; nobody has proven it. An account's is its own.
  address text,
  language text not null check (language in ('en', 'zh')),
  -- open: the customer waits for an answer
  state text not null check (state in ('open', 'answered', 'closed')),
  -- the account of the operator who looks after it
  assignee_id text references accounts,
  -- messages so far, which number them
  length int not null default 0,
  -- the last answer that the customer has seen, and was mailed
  customer_seen int not null default 0,
  customer_mailed int not null default 0,
  -- the last message that the operator was mailed, and when
  operator_mailed int not null default 0,
  operator_mailed_at timestamptz,
  -- since when the customer has been waiting
  waiting_since timestamptz,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  check ((account_id is null) <> (device_id is null)),
  check (account_id is null or address is null)
);
create unique index conversations_of_account on conversations (account_id) where account_id is not null;
create unique index conversations_of_device on conversations (device_id) where device_id is not null;
create index conversations_listed on conversations (state, last_at desc, id desc);
create index conversations_last on conversations (last_at);
create index conversations_assigned on conversations (assignee_id) where assignee_id is not null;

create table conversation_messages (
  conversation_id text not null references conversations,
  place int not null,
  author text not null check (author in ('customer', 'operator')),
  body text not null,
  rating text check (rating in ('Bad', 'Fine', 'Fantastic')),
  -- the page on which it was written
  route text,
  -- who wrote it, as it was then; null: a visitor, and every answer
  role text,
  full_name text,
  company text,
  came_by text not null check (came_by in ('page', 'mail', 'command')),
  -- the SHA-256 of its Message-ID, where it came by mail: it counts once
  mail_hash bytea,
  -- it came with files, which are not accepted
  has_left_files boolean not null default false,
  -- how long the customer had waited for this answer, in seconds
  waited_seconds int,
  at timestamptz not null default now(),
  primary key (conversation_id, place)
);
create unique index conversation_messages_mailed on conversation_messages (conversation_id, mail_hash)
  where mail_hash is not null;
create index conversation_messages_measured on conversation_messages (at) include (waited_seconds)
  where waited_seconds is not null;

-- Answers that the operators insert.
create table canned_answers (
  id text primary key,
  title text not null unique,
  body text not null
);

-- At which login counts the feedback form has opened by itself.
create table feedback_openings (
  account_id text not null references accounts,
  login_count int not null,
  opened_at timestamptz not null default now(),
  primary key (account_id, login_count)
);

grant select on conversations, conversation_messages to waybill_reader;
alter table conversations enable row level security;
alter table conversation_messages enable row level security;
create policy own on conversations to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on conversation_messages to waybill_reader
  using (exists (select from conversations c where c.id = conversation_id));
