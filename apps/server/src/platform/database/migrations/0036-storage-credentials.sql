-- uploads: bytes that foreign clients bring with storage credentials

alter table uploads
  -- where storage credentials may put the files of this upload; NULL: it has none
  add column storage_prefix text unique;

alter table upload_tokens
  -- stands for storage credentials: derived from their access key, and never told to anybody
  add column is_storage_key boolean not null default false;
create index upload_tokens_of_keys on upload_tokens (upload_id) where is_storage_key;

alter table parts
  -- of a part that came through the S3 door, whose clients name it by its MD5
  add column md5 bytea;

-- multipart uploads of foreign clients to the S3 door; their parts are the blob's
create table door_multiparts (
  id text primary key,
  blob_id text not null references blobs on delete cascade,
  -- the size of every part but the last; NULL until the first part has come
  part_bytes bigint check (part_bytes > 0),
  -- the answer to its completion, which may be asked again
  etag text,
  created_at timestamptz not null default now()
);
create index door_multiparts_blob on door_multiparts (blob_id);
