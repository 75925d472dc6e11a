-- What an account is told of finished downloads says what they rest on, and how many bytes are in doubt (docs/evidence.md).
-- Null: it is not on record, or nothing was finished.
alter table notifications
  add column evidence text check (evidence in ('received', 'handed-over', 'sent-by-proxy')),
  add column doubt_bytes int8 not null default 0;
alter table webhook_deliveries
  add column evidence text check (evidence in ('received', 'handed-over', 'sent-by-proxy')),
  add column doubt_bytes int8 not null default 0;
