-- The second net under the owner's predicate of every statement: what an account reads of its own is read by a role that
-- sees the rows of one account alone, the one that the connection's setting `waybill.account` names (database/read-as.ts).
-- The server's own role owns the tables and is not held by this. Received things and searches by index stay with it: they
-- go by proven addresses, and by an operator that the net would have to come before.

grant select on transfers, transfer_counts, transfer_files, files, thumbnails, recipients, deliveries,
  mails, ledgers, events, identities, contacts, feeds, notifications, account_addresses to waybill_reader;

alter table transfers enable row level security;
alter table transfer_counts enable row level security;
alter table contacts enable row level security;
alter table feeds enable row level security;
alter table notifications enable row level security;
alter table account_addresses enable row level security;
create policy own on transfers to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on transfer_counts to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on contacts to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on feeds to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on notifications to waybill_reader using (account_id = current_setting('waybill.account', true));
create policy own on account_addresses to waybill_reader using (account_id = current_setting('waybill.account', true));

-- What hangs on a transfer is its owner's; the policy of `transfers` holds inside.
alter table transfer_files enable row level security;
alter table ledgers enable row level security;
alter table identities enable row level security;
alter table events enable row level security;
alter table recipients enable row level security;
create policy own on transfer_files to waybill_reader
  using (exists (select from transfers t where t.id = transfer_files.transfer_id));
create policy own on ledgers to waybill_reader
  using (exists (select from transfers t where t.id = ledgers.transfer_id));
create policy own on identities to waybill_reader
  using (exists (select from transfers t where t.id = identities.transfer_id));
create policy own on events to waybill_reader
  using (exists (select from transfers t where t.id = events.transfer_id));
create policy own on recipients to waybill_reader
  using (exists (select from transfers t where t.id = recipients.transfer_id));
-- Of what somebody else sends, the account sees which of its own addresses it was mailed to.
create policy received on recipients to waybill_reader
  using (address = any (array(select a.address from account_addresses a)));

alter table deliveries enable row level security;
alter table mails enable row level security;
alter table files enable row level security;
alter table thumbnails enable row level security;
create policy own on deliveries to waybill_reader
  using (exists (select from recipients r where r.id = deliveries.recipient_id));
create policy own on mails to waybill_reader
  using (exists (select from recipients r where r.id = mails.recipient_id));
create policy own on files to waybill_reader
  using (exists (select from transfer_files tf where tf.file_id = files.id));
create policy own on thumbnails to waybill_reader
  using (exists (select from transfer_files tf where tf.file_id = thumbnails.file_id));
