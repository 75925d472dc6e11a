-- One key, held by the table itself: processes first started at once with different keys both found none, and both ran.
delete from master_keys where fingerprint <> (select fingerprint from master_keys order by seen_at, fingerprint limit 1);
create unique index one_master_key on master_keys ((true));
