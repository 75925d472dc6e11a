-- requests: items that are questions, headings above items, and the answers of suppliers
alter table request_items
  add column kind text not null default 'files' check (kind in ('files', 'short', 'long', 'date', 'choice')),
  -- of a choice
  add column options text[] not null default '{}',
  add column takes_several boolean not null default false,
  -- the heading: neighbours with the same one are a section; '' is none
  add column section text not null default '';

-- answers that are sent once the files of the upload have arrived: [{item, answer}]
alter table submission_drafts add column answers jsonb not null default '[]';

-- a submission of answers alone has no upload
alter table submissions alter column upload_id drop not null;
alter table submissions add column answer_count int not null default 0;

create table submission_answers (
  submission_id text not null references submissions,
  request_id text not null references requests,
  supplier_id text not null references request_suppliers,
  item_id text not null references request_items,
  -- one text, or the chosen options
  answer text[] not null,
  -- the supplier's last answer to the item
  is_current boolean not null,
  primary key (submission_id, item_id)
);
create unique index submission_answers_current on submission_answers (supplier_id, item_id) where is_current;
create index submission_answers_item on submission_answers (supplier_id, item_id);
create index submission_answers_request on submission_answers (request_id);
grant select on submission_answers to waybill_reader;
alter table submission_answers enable row level security;
create policy own on submission_answers to waybill_reader
  using (exists (select from submissions b where b.id = submission_answers.submission_id));

-- downloads: an archive of a request has its answers as a file, which is written when it is downloaded
alter table library_grants add column answers jsonb;
