-- What drawing has cost, and for whom: nobody's files take all the time there is.
alter table thumbnails add column took_ms int not null default 0, add column drawn_for text;
create index thumbnails_of_sender on thumbnails (drawn_for, made_at) where drawn_for is not null;
