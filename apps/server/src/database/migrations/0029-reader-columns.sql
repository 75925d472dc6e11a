-- What opens or unseals something, and where somebody's network was, is not read beneath the second net at all, not even
-- by its owner: of these tables the columns are granted one by one. A column that is added later is granted there.
do $$
declare
  barred constant text[] := array['recipients.token_hash', 'mails.sealed', 'transfers.network'];
  of_table text;
  shown text;
begin
  foreach of_table in array array['recipients', 'mails', 'transfers'] loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into shown from pg_attribute
    where attrelid = of_table::regclass and attnum > 0 and not attisdropped
      and of_table || '.' || attname <> all (barred);
    execute format('revoke select on %I from waybill_reader', of_table);
    execute format('grant select (%s) on %I to waybill_reader', shown, of_table);
  end loop;
end $$;
