-- every mail to somebody who is asked for files, not only the one that asked first
alter table mails add column person_id text references request_people;
update mails set person_id = p.id from request_people p where p.invite_mail_id = mails.id;
create index mails_of_person on mails (person_id, created_at) where person_id is not null;
grant select (person_id) on mails to waybill_reader;
drop policy asked on mails;
create policy asked on mails to waybill_reader
  using (exists (select from request_people p where p.id = mails.person_id));
alter table request_people drop column invite_mail_id;
