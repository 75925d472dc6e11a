-- Making a month's part of events locked ledgers as well, for the key that refers to them; whoever had just begun a ledger
-- and was to write its first entry waited for that, and it for them. An entry is added by one statement alone, in the
-- transaction that holds its ledger, and no ledger is ever taken away: the key guarded nothing.
alter table events drop constraint events_transfer_id_fkey1;
