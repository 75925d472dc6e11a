-- What one contact did is read without its rows: a year of somebody who fetches every day is a thousand of them.
drop index counted_by_contact;
create index counted_by_contact on counted (account_id, address, quarter) include (kind, local_hour, country, file_id);

-- Time and country are summed by 4 hours too (16 quarters): a year by the day is six of them a day, or five and a few
-- quarters where a zone's midnight lies between two.
create or replace function sums_of(counted_fresh)
returns table (facet text, span int, starts int, country text, subject text)
language sql immutable parallel safe as $$
  select facet, span, $1.quarter - $1.quarter % span, country, subject
  from (values ('time', '', ''), ('country', $1.country, ''), ('contact', $1.country, $1.address),
    ('file', $1.country, $1.file_id)) as one (facet, country, subject), unnest(array[1, 16, 768, 6144]) as span
  where case facet when 'time' then span <= 16 when 'country' then $1.kind <> 'mail' when 'contact' then span > 16
    else span > 16 and $1.file_id <> '' end
$$;

insert into counted_sums (account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails)
select account_id, facet, 16, starts - starts % 16, country, subject,
  sum(downloads), sum(repeats), sum(openings), sum(mails)
from counted_sums where span = 1 and facet in ('time', 'country')
group by account_id, facet, starts - starts % 16, country, subject;
