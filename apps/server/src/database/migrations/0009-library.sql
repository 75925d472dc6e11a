-- The library: small pictures of stored files, and downloads by whom a file belongs to.
create table thumbnails (
  file_id text primary key references files,
  -- WebP; NULL: none can be made
  webp bytea,
  made_at timestamptz not null default now()
);

create table library_grants (
  token_hash bytea primary key,
  account_id text not null references accounts,
  file_ids text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index library_grants_over on library_grants (expires_at);

create index uploads_shelf on uploads (account_id, completed_at desc) where account_id is not null and state = 'complete';
