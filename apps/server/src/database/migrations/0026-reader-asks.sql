-- What an account is asked for stands on its transfer's record, which is read beneath the second net; the tokens do not.
grant select on askers to waybill_reader;
grant select (id, asker_id, recipient_id, language, time_zone, asked_at, expires_at, given_at, given_until) on asks
  to waybill_reader;
alter table askers enable row level security;
alter table asks enable row level security;
create policy own on askers to waybill_reader using (exists (select from transfers t where t.id = askers.transfer_id));
create policy own on asks to waybill_reader using (exists (select from askers k where k.id = asks.asker_id));
