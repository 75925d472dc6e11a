-- An account and its webhooks hear what becomes of the upload of a transfer that was sent while it uploaded. Reading the
-- progress of such an upload costs the same however many parts it has.

-- how many of file_count files are there; NULL: the notice is about something else
alter table notifications add column files_there int;
alter table webhook_deliveries add column files_there int;

alter table blobs
  -- when its latest part was acknowledged
  add column last_part_at timestamptz,
  -- so many bytes from the first one on are known to be there without a gap; there may be more
  add column prefix_bytes bigint not null default 0;

update blobs b set last_part_at = (select max(received_at) from parts p where p.blob_id = b.id)
  from uploads u where u.id = b.upload_id and u.is_arriving and u.state = 'open';
