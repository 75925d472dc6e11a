-- transfers, requests: whose the transfer or the request is that a notification is about
create function owner_of_news(transfer text, request text) returns text language sql stable as $$
  select coalesce(
    (select t.account_id from transfers t where t.id = $1), (select r.account_id from requests r where r.id = $2)
  )
$$;
