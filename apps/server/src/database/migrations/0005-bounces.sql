-- mail: whom a mail to a recipient was sent for, and whether the mail server refused it for good. Too many of those
-- pause the sender.
alter table mails add column sender_mailbox text, add column refused_at timestamptz;
create index mails_of_sender on mails (sender_mailbox, created_at) where sender_mailbox is not null;

-- uploads: whose part is under way, so that what one sender has under way at once can be counted
alter table part_leases add column upload_id text, add column owner_address text;
create index part_leases_owner on part_leases (owner_address, upload_id);
