-- What a sender may choose before a transfer is sent: its title, who may open it, and when it goes out.
alter table drafts
  add column title text,
  add column password_hash text,
  add column download_limit int check (download_limit > 0),
  add column only_proven boolean not null default false,
  add column alert_mode text check (alert_mode in ('finished', 'opened', 'every', 'digest', 'none')),
  -- the wall-clock time at which it goes out, as YYYY-MM-DDTHH:MM in an IANA zone; NULL: at once
  add column send_local text,
  add column send_zone text;

alter table transfers
  -- NULL: readers see a title made from the files
  add column title text,
  -- a scheduled transfer is not served before it is sent; NULL: it has been sent
  add column sends_at timestamptz,
  add column sends_local text,
  add column sends_zone text,
  -- the problem code why it was not sent at that time; its sender sends it or chooses another time
  add column unsent_because text,
  add check ((sends_at is null) = (sends_local is null) and (sends_at is null) = (sends_zone is null)),
  add check (unsent_because is null or sends_at is not null);

create index transfers_scheduled on transfers (sends_at) where sends_at is not null and deleted_at is null;

-- transfers: each transfer and its sender, without the sender's network and the password
create or replace view transfer_facts with (security_invoker) as
  select id, slug, upload_id, send_as, account_id, role, sender_address, sender_name, sender_company, sender_proven,
    sender_language, sender_time_zone, sender_country, sender_city, device_id, message, file_count, bytes,
    expiry_seconds, sent_at, edited_at, expires_at, expiry_noted_at, deleted_at, bytes_removed_at, record_erased_at,
    paused_at, blocked_at, password_hash is not null as has_password, download_limit, only_proven, locked_at,
    download_count, list_status, alert_mode, alerts_since, reminded_at, remind_recipients, title, sends_at,
    unsent_because
  from transfers;

grant select (title, sends_at, sends_local, sends_zone, unsent_because) on transfers to waybill_reader;

-- A scheduled transfer is received once it is sent; its sending writes its recipients.
create or replace function set_received() returns trigger language plpgsql as $$
begin
  new.received_at := case when new.address is not null and new.removed_at is null and new.hidden_at is null and exists (
    select 1 from transfers
    where id = new.transfer_id and send_as = 'email' and deleted_at is null and blocked_at is null and sends_at is null
  ) then new.created_at end;
  return new;
end $$;

-- workspaces/team: the activity of a team names a scheduled transfer once it is sent.
drop trigger transfers_noted on transfers;
create trigger transfers_noted after insert on transfers for each row
  when (new.account_id is not null and new.sends_at is null) execute function note_sent();
create trigger transfers_noted_later after update of sends_at on transfers for each row
  when (new.account_id is not null and old.sends_at is not null and new.sends_at is null) execute function note_sent();
