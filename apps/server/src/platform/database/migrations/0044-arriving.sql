-- A transfer may be sent while its files upload.

alter table uploads
  -- its files are shown already: blobs are completed as their parts come, and at its end the complete ones stay
  add column is_arriving boolean not null default false;
create index uploads_arriving on uploads (id) where is_arriving and state = 'open';

alter table blobs
  -- how often acknowledged parts were revoked: what was read before may differ from what is read after
  add column revoked_count int not null default 0;

alter table transfers
  -- NULL: it was sent with all its files
  add column arrival text check (arrival in ('arriving', 'broken', 'whole')),
  add column broke_off_at timestamptz,
  add column whole_at timestamptz,
  -- its recipients have been told once that it broke off
  add column broken_told_at timestamptz,
  add check (arrival is not null or (broke_off_at is null and whole_at is null));
create index transfers_arriving on transfers (upload_id) where arrival in ('arriving', 'broken');

-- transfers: each transfer and its sender, without the sender's network and the password
create or replace view transfer_facts with (security_invoker) as
  select id, slug, upload_id, send_as, account_id, role, sender_address, sender_name, sender_company, sender_proven,
    sender_language, sender_time_zone, sender_country, sender_city, device_id, message, file_count, bytes,
    expiry_seconds, sent_at, edited_at, expires_at, expiry_noted_at, deleted_at, bytes_removed_at, record_erased_at,
    paused_at, blocked_at, password_hash is not null as has_password, download_limit, only_proven, locked_at,
    download_count, list_status, alert_mode, alerts_since, reminded_at, remind_recipients, title, sends_at,
    unsent_because, arrival
  from transfers;

grant select (arrival, broke_off_at, whole_at) on transfers to waybill_reader;
