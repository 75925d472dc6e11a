-- Requests whose files are sealed in the supplier's browser, for a key of the requester's.
-- the public key, and the private one wrapped under a passphrase that never comes here; null: files come as they are
alter table requests add column sealing jsonb check (jsonb_typeof(sealing) = 'object');
-- the public key that the files of a batch on its way are sealed for
alter table inbox_drafts add column sealed_for text;
-- of a sealed file: its size once it is opened, and what its supplier claims is its SHA-256 then
alter table inbox_files add column plain_bytes bigint check (plain_bytes >= 0);
alter table inbox_files add column claimed_sha256 bytea;
