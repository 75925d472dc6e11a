-- Which process each pool of the job runner belongs to: a running job stays with its pool until that process is gone.
create table job_pools (
  pool_id text primary key,
  node_id text not null,
  -- since when no session of that process has been seen; NULL while it lives
  absent_since timestamptz
);

-- Who hands a mail over just now: a process, by its presence. A mail server may take minutes, and no transaction waits for it.
alter table mails add column handed_by text;
