-- Before a receipt is signed, what arrived is held against the ledger and against the answers that are on their way.
grant select on sendings to waybill_reader;
alter table sendings enable row level security;
create policy own on sendings to waybill_reader
  using (exists (select from recipients r where r.id = sendings.recipient_id));
