-- requests: an answer that its supplier's browser sealed for the request's key, as base64url
alter table submission_answers add column is_sealed boolean not null default false;
