-- downloads: the right to look at one file on the page of its link; it downloads nothing
alter table grants add column is_preview boolean not null default false;

-- library: larger pictures of images and of pages of PDFs, drawn when a recipient looks at them
create table previews (
  file_id text not null references files,
  -- 1 for an image
  page int not null check (page >= 1),
  -- WebP; NULL: it cannot be drawn, or was dropped and is drawn again
  webp bytea,
  is_refused boolean not null default false,
  -- of the whole document
  pages int not null default 1,
  made_at timestamptz not null default now(),
  -- how long drawing took, and for which sender: no sender may use all the drawing time
  took_ms int not null default 0,
  drawn_for text,
  primary key (file_id, page)
);
create index previews_of_sender on previews (drawn_for, made_at);
create index previews_kept on previews (made_at) where webp is not null;

grant select on previews to waybill_reader;
alter table previews enable row level security;
create policy own on previews to waybill_reader
  using (exists (select from transfer_files tf where tf.file_id = previews.file_id));
