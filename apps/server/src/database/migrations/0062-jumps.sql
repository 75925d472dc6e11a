-- downloads: who may jump about in a file (docs/evidence.md) ----------------------------------------------------------------
-- A player drops what it has not read and asks for what comes later: that says nothing of what lies before.
alter table sendings add column may_jump boolean not null default false;
