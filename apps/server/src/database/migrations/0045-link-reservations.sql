-- Uploads that came through the open link of a request. What a stranger sets aside of an account's storage is bounded
-- apart from what its owner sets aside, and ends early: `link_id` is the request, null for every other upload.
alter table uploads add column link_id text;
create index uploads_by_link on uploads (account_id, created_at) where link_id is not null and state = 'open';

-- Those under way: which key of billing they count under is kept in the row, so that it is given back whatever changes.
update uploads u set link_id = d.request_id
from inbox_drafts d join request_people p on p.id = d.person_id
where d.upload_id = u.id and u.state = 'open' and p.kind = 'claimed';
