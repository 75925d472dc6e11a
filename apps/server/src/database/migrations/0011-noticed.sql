-- What the server notices by itself goes on record once: what became of a mail, and that a transfer has expired.
alter table mails add column noted_at timestamptz;
update mails set noted_at = now() where accepted_at is not null or given_up_at is not null;

-- the expiry that is on record
alter table transfers add column expiry_noted_at timestamptz;
update transfers set expiry_noted_at = expires_at where expires_at <= now();
create index transfers_unnoted_expiry on transfers (expires_at)
  where expires_at is not null and deleted_at is null and expiry_noted_at is distinct from expires_at;
