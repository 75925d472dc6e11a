-- where each recipient was seen last, and whether their download moves: the newest of their entries, out of any number
create index events_recipient on events (recipient_id, at) where lane = 'human';
