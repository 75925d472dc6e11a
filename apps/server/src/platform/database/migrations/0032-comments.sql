-- requests: comments on items, a thread for each supplier and item, and how far each side has read
create table request_comments (
  id text primary key,
  request_id text not null references requests,
  supplier_id text not null references request_suppliers,
  item_id text not null references request_items,
  -- grows within a request: its row is locked while one is written
  place bigint not null generated always as identity,
  -- the member of the requester's team who wrote it; null: the supplier, or a member whose account has ended
  account_id text references accounts,
  is_of_supplier boolean not null,
  -- the member's name when they wrote it; suppliers are named by their row
  author text not null default '',
  -- '' once it is withdrawn
  body text not null,
  written_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  -- the other side was mailed, or needs no mail
  told_at timestamptz,
  check (account_id is null or not is_of_supplier)
);
create index request_comments_thread on request_comments (supplier_id, item_id, place);
create index request_comments_request on request_comments (request_id);
create index request_comments_untold on request_comments (request_id) where told_at is null;
create index request_comments_author on request_comments (account_id) where account_id is not null;
grant select on request_comments to waybill_reader;
alter table request_comments enable row level security;
create policy own on request_comments to waybill_reader
  using (exists (select from requests r where r.id = request_comments.request_id));

-- the reader is an account, or the supplier under their own id
create table request_comment_reads (
  supplier_id text not null references request_suppliers,
  item_id text not null references request_items,
  reader_id text not null,
  request_id text not null references requests,
  -- the place of the last comment that they have seen
  seen_to bigint not null,
  primary key (supplier_id, item_id, reader_id)
);
create index request_comment_reads_request on request_comment_reads (request_id);
create index request_comment_reads_reader on request_comment_reads (reader_id);
grant select on request_comment_reads to waybill_reader;
alter table request_comment_reads enable row level security;
create policy own on request_comment_reads to waybill_reader
  using (exists (select from requests r where r.id = request_comment_reads.request_id));
