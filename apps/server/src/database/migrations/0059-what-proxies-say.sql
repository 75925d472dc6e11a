-- A file rests on what is known of each of its bytes: of some, only that a proxy was handed them; of others, that a proxy has
-- reported to have sent them; of all others, that the recipient's device has acknowledged them (docs/evidence.md).
alter table deliveries
  add column handed_ranges int8multirange not null default '{}',
  add column sent_ranges int8multirange not null default '{}',
  -- of a finished one: what its entry says
  add column evidence text check (evidence in ('received', 'handed-over', 'sent-by-proxy'));

update deliveries set handed_ranges = ranges where is_handed;
update deliveries set evidence = case when is_handed then 'handed-over' else 'received' end where finished_at is not null;

alter table deliveries drop column is_handed;
