-- Whom a transfer or a request has ever been mailed to, by the SHA-256 of the mailbox: who is taken off and put on again counts once, whom
-- it was mailed to stays counted. Forgotten when what they were mailed is gone for good.
create table mailed_people (
  thing text not null,
  mailbox text not null,
  primary key (thing, mailbox)
);

-- When a sender mailed one mailbox within the last day, oldest first. `sender` is 'account:…', 'mailbox:…' or
-- 'network:…'. Rows outlive accounts, transfers and recipients: ending one of them gives nothing back.
create table mail_paces (
  sender text not null,
  mailbox text not null,
  times timestamptz[] not null,
  last_at timestamptz not null default now(),
  primary key (sender, mailbox)
);
create index mail_paces_over on mail_paces (last_at);

-- A reminder that met a limit waits until then.
alter table recipients add column remind_not_before timestamptz;
grant select (remind_not_before) on recipients to waybill_reader;

-- Standing transfers and requests go on from whom they have mailed.
create function pg_temp.mailbox_of(address text) returns text language sql immutable as $$
  select encode(sha256(convert_to(case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain end, 'UTF8')), 'hex')
  from (select rtrim(regexp_replace(split_part(lower(address), '@', 1), '(?<=.)\+.*$', ''), '.') as name,
    split_part(lower(address), '@', 2) as domain) parts
$$;
insert into mailed_people (thing, mailbox)
select distinct r.transfer_id, pg_temp.mailbox_of(r.address) from recipients r
where r.address <> '' and exists (select from mails m where m.recipient_id = r.id);
insert into mailed_people (thing, mailbox)
select distinct p.request_id, pg_temp.mailbox_of(p.address) from request_people p
where p.address <> '' and p.kind = 'invited' on conflict do nothing;
drop function pg_temp.mailbox_of(text);
