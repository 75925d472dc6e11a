-- Which file of a blob holds a part. A process writes to segments of its own, so that no other, and none that was given up
-- and wakes again, writes over what was acknowledged. Parts of earlier versions lie in the one segment named ''.
alter table parts add column segment text not null default '';
