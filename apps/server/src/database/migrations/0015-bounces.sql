-- mail: what a mail server had taken came back, as its report said; once however often the report is read.
alter table mails add column bounced_at timestamptz;
