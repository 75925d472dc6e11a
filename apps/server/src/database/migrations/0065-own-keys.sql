-- Whether this server made a key is told by a code under its master key: who can write here alone makes none that counts.
-- Empty for keys of before, whose private half tells it until they are retired.
alter table receipt_keys add column mac bytea not null default '\x';
alter table receipt_keys alter column mac drop default;
