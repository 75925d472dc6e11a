-- http: what was tried under a name, counted in a window; beyond what is free each try takes a proof of work
create table tallies (
  key bytea primary key,
  count int not null,
  ends_at timestamptz not null
);
create index tallies_ends on tallies (ends_at);
-- waits that doubled kept owners out as well
drop table login_failures;

-- accounts: mails with a code or a link that somebody who is not signed in asked for, by the mailbox they go to
create table code_mails (
  id text primary key,
  mailbox_hash bytea not null,
  -- asked for from a browser or a network that has proven the address before
  is_known boolean not null,
  sent_at timestamptz not null default now()
);
create index code_mails_of_mailbox on code_mails (mailbox_hash, sent_at);
create index code_mails_sent on code_mails (sent_at);
-- a mac of the network in which an address was proven: whoever asks from there again is known
alter table sender_proofs add column network_hash bytea;

-- sessions: a link to a new password ends those of the same browser alone; null where none asked for it
alter table reset_tokens add column device_id text;
