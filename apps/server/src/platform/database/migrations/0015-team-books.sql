-- contacts: a workspace has one shared book, and each account its own. An address is one row of a book; whoever added a
-- shared one is its account.
alter table contacts add column is_shared boolean not null default false;
alter table contacts drop constraint contacts_account_id_email_key;
create unique index contacts_own on contacts (account_id, email) where not is_shared;
create unique index contacts_shared on contacts (workspace_id, email) where is_shared;
-- all of one account, for its export and for handing them over
create index contacts_added on contacts (account_id, email, id);
