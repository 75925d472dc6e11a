-- The SHA-256 of each file stands in its transfer's ledger, in an entry 'checked' made once the stored bytes were read: an
-- edit of files.sha256 contradicts a chain that is signed and anchored. Which files such an entry has named is noted here,
-- so that each is told once; whoever judges reads the ledger.
alter table transfer_files add column is_summed boolean not null default false;
create index transfer_files_unsummed on transfer_files (transfer_id) where not is_summed;
