-- http: which process answers the call of a key; one that died holds nothing
alter table idempotency_keys add column node_id text;
