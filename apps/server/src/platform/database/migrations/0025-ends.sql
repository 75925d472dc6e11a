-- uploads, transfers: whether an account may download a file of its team: its own; as admin or manager; and those of
-- requests and transfers that a member shares with it. What a suspended member sent, and what is in a blocked transfer
-- of its sender, is for nobody but that sender. It is the only place that decides this for one file.
create or replace function reads_file(file text, reader text) returns boolean language sql stable strict
security definer set search_path from current as $$
  select exists (
    select from files f join uploads u on u.id = f.upload_id join accounts a on a.id = reader and a.deleted_at is null
      join workspaces w on w.id = a.workspace_id
    where f.id = file and u.workspace_id = a.workspace_id
      and (u.account_id = a.id or ((w.admin_id = a.id or a.member_role = 'manager')
        and not exists (select from accounts o where o.id = u.account_id and o.suspended_at is not null)
        and not exists (
          select from transfer_files tf join transfers t on t.id = tf.transfer_id
          where tf.file_id = file and t.account_id = u.account_id and t.blocked_at is not null
        )))
  ) or exists (
    select from submission_files i where i.file_id = file and sees_request(i.request_id, reader)
  ) or exists (
    select from transfer_files tf join transfers t on t.id = tf.transfer_id and t.deleted_at is null
      join accounts o on o.id = t.account_id and o.suspended_at is null
    where tf.file_id = file and tf.removed_at is null and t.account_id <> reader and t.blocked_at is null
      and sees_transfer(t.id, reader)
  )
$$;

-- downloads: whether a link was given to a supplier, and so ends when its account is suspended
alter table library_grants add column is_for_supplier boolean not null default false;

-- transfers: records of visitors that are due to be erased
create index transfers_of_visitors on transfers (deleted_at)
  where account_id is null and deleted_at is not null and record_erased_at is null;

-- requests: deleted ones whose text and people are cleared. What was submitted stays in the library with its sender, so a
-- request with such files is looked at again later.
alter table requests add column erased_at timestamptz, add column erase_tried_at timestamptz;
create index requests_to_erase on requests (coalesce(erase_tried_at, deleted_at))
  where deleted_at is not null and erased_at is null;

-- platform: a mail to a recipient or a supplier is part of a record, and ends as every other once that is erased
update mails m set recipient_id = null, last_error = null from recipients r join transfers t on t.id = r.transfer_id
  where r.id = m.recipient_id and (t.record_erased_at is not null or t.sender_address = '');
create index mails_of_no_record on mails (created_at) where recipient_id is null and supplier_id is null;

-- uploads: 'cleared': the operator judged that the scanner was wrong about it, and it is not scanned again
alter table files drop constraint files_scan_because_check,
  add check (scan_because in ('too-large', 'encrypted', 'unavailable', 'cleared'));
create index files_infected on files (scanned_at desc, id desc) where withdrawn_because = 'infected';
