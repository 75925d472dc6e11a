-- The same grams in less than half the time: neighbouring letters come from slices, without a sort, and each gram is
-- hashed once. The transaction that saves a transfer of thousands of files waits for this.
create or replace function search_grams(account text, given text) returns int[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram_key(account, gram)), '{}') from (
    select distinct case
      when ascii(one) > 126 or ascii(two) > 126 then case when ascii(one) > 32 and ascii(two) > 32 then one || two end
      when ascii(one) > 32 and ascii(two) > 32 and ascii(three) between 33 and 126 then one || two || three
    end as gram
    from (select string_to_array(given, null) as letters) split,
      unnest(letters, letters[2:], letters[3:]) as following (one, two, three)
  ) grams where gram is not null
$$;
