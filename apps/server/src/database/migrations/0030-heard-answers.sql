-- What comes to a request is told as what happens on a transfer is: in the dashboard and to webhooks.
alter table notifications alter column transfer_id drop not null;
alter table notifications add column request_id text references requests;
-- who sent it; null where it is about everybody
alter table notifications add column person_id text references request_people;
alter table notifications add check ((transfer_id is null) <> (request_id is null));

alter table webhook_deliveries add column request_id text references requests;
alter table webhook_deliveries add column person_id text references request_people;

-- what a browser sent in the name of an address, for when it proves it
create index request_people_claimed on request_people (device_id) where kind = 'claimed';
