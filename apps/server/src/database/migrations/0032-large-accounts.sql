-- Statements that are planned once for every account are planned for a large one. Where accounts are many and small, the
-- planner takes an index that begins with the account for as good as the primary key, and then reads all that an owner
-- of thousands has for each row it joins.
alter table transfers alter column account_id set (n_distinct = 100);
alter table requests alter column account_id set (n_distinct = 100);
alter table inbox_batches alter column account_id set (n_distinct = 100);
analyze transfers, requests, inbox_batches;
