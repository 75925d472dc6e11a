-- Contents that the operator has blocked, by the SHA-256 of a whole file. Size and CRC-32 are those of a stored file that
-- had it, where one is known: by them the same bytes are looked for before they are visible.
create table blocked_hashes (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  bytes bigint,
  crc32 bigint,
  note text not null default '',
  created_at timestamptz not null default now(),
  check ((bytes is null) = (crc32 is null))
);
create index blocked_hashes_sum on blocked_hashes (crc32, bytes) where crc32 is not null;
create index files_sha256 on files (sha256) where sha256 is not null;

-- Whoever downloads what may be downloaded so many times: the network that took the grant.
alter table grants add column network text;

-- How many bytes of such a file were handed out to a recipient in all, and how many of them a broken line may have lost.
create table download_handed (
  recipient_id text not null references recipients,
  file_id text not null references files,
  bytes bigint not null default 0 check (bytes >= 0),
  doubtful_bytes bigint not null default 0 check (doubtful_bytes >= 0),
  primary key (recipient_id, file_id)
);

-- Answers that hand out bytes of such files just now: what each may still ask for, and what it was given to hand out and has
-- not written yet. Of processes that are gone that is taken back.
create table download_draws (
  id text not null,
  recipient_id text not null references recipients,
  file_id text not null references files,
  node_id text not null,
  rest_bytes bigint not null check (rest_bytes >= 0),
  open_bytes bigint not null default 0 check (open_bytes >= 0),
  moved_at timestamptz not null default now(),
  primary key (id, file_id)
);
create index download_draws_recipient on download_draws (recipient_id, file_id);
