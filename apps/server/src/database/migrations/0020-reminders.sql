-- transfers: whether recipients who have fetched nothing are reminded once, shortly before the end. Null: as the account
-- has it, and of a transfer without one not.
alter table drafts add column remind_recipients boolean;
alter table transfers add column remind_recipients boolean;
alter table recipients add column reminded_at timestamptz;

-- tracking: who does not want to be reminded, by anybody
create table unreminded (
  address text primary key,
  since timestamptz not null default now()
);
