-- Lists say of a finished delivery where it rests on what a proxy did; entries of that kind are few beside all others.
create index events_handed on events (recipient_id)
  where kind = 'finished' and lane = 'human' and evidence in ('handed-over', 'sent-by-proxy');
