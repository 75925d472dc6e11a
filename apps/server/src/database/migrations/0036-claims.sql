-- How far a recipient says to have an answer that still runs, by asking for what lies behind: whoever sends it decides,
-- once it is known how far it has come. A download manager asks the same way for another piece.
alter table sendings add column claims int8[] not null default '{}';
