-- When this run of attempts began: one that is sent again by hand is given a day of its own.
alter table webhook_deliveries add column began_at timestamptz not null default now();
update webhook_deliveries set began_at = created_at;

-- What a webhook was sent within the hour, without what was beyond its measure.
create index webhook_deliveries_sent on webhook_deliveries (webhook_id, created_at)
  where failure is distinct from 'too-many';
