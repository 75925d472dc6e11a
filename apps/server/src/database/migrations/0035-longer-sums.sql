-- Sums of contacts and files are of 4, 16, 64 and 256 days; with those that begin too early taken off again, any period is
-- few of them. They are of all countries, named '', so that a link the whole world opens is one row; those told apart by
-- country, which are read where one is asked for, are of 4 and of 64 days.
create or replace function sums_of(counted_fresh)
returns table (facet text, span int, starts int, country text, subject text)
language sql immutable parallel safe as $$
  select facet, span, $1.quarter - $1.quarter % span, country, subject
  from (values ('time', '', ''), ('country', $1.country, ''),
      ('contact', '', $1.address), ('contact', $1.country, $1.address),
      ('file', '', $1.file_id), ('file', $1.country, $1.file_id)) as one (facet, country, subject),
    unnest(array[1, 16, 384, 1536, 6144, 24576]) as span
  where (facet <> 'country' or $1.kind <> 'mail') and (facet <> 'file' or $1.file_id <> '') and case facet
    when 'time' then span <= 16 when 'country' then span in (1, 16, 384, 6144)
    else span > 16 and (country = '' or span in (384, 6144)) end
$$;

-- made anew of what they are sums of: the shortest of the single rows, longer ones of those
delete from counted_sums where span > 16;
insert into counted_sums (account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails)
select account_id, 'contact', 384, quarter - quarter % 384, country, address,
  count(*) filter (where kind = 'download'), count(*) filter (where kind = 'repeat'),
  count(*) filter (where kind = 'opening'), count(*) filter (where kind = 'mail')
from counted group by account_id, quarter - quarter % 384, country, address
union all
select account_id, 'file', 384, quarter - quarter % 384, country, file_id,
  count(*) filter (where kind = 'download'), count(*) filter (where kind = 'repeat'),
  count(*) filter (where kind = 'opening'), count(*) filter (where kind = 'mail')
from counted where file_id <> '' group by account_id, quarter - quarter % 384, country, file_id
order by 1, 2, 3, 4, 5, 6;
insert into counted_sums (account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails)
select account_id, facet, 6144, starts - starts % 6144, country, subject,
  sum(downloads), sum(repeats), sum(openings), sum(mails)
from counted_sums where span = 384
group by account_id, facet, starts - starts % 6144, country, subject order by 1, 2, 3, 4, 5, 6;
insert into counted_sums (account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails)
select account_id, facet, longer, starts - starts % longer, '', subject,
  sum(downloads), sum(repeats), sum(openings), sum(mails)
from counted_sums, unnest(array[384, 1536, 6144, 24576]) as longer where span = 384
group by account_id, facet, longer, starts - starts % longer, subject order by 1, 2, 3, 4, 5, 6;
insert into counted_sums (account_id, facet, span, starts, country, subject, downloads, repeats, openings, mails)
select account_id, facet, longer, starts - starts % longer, country, subject,
  sum(downloads), sum(repeats), sum(openings), sum(mails)
from counted_sums, unnest(array[384, 6144]) as longer where span = 16 and facet = 'country'
group by account_id, facet, longer, starts - starts % longer, country, subject order by 1, 2, 3, 4, 5, 6;
