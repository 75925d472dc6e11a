-- workspaces: the region that the admin chose for new files; null: none, so that they go to the first store
alter table workspaces add column region text;

create or replace view account_facts with (security_invoker) as
  select accounts.id, workspace_id, email, full_name, company, coalesce(s.role, 'free') as role,
    coalesce(s.status, 'trialing') as subscription, suspended_at, coalesce(w.region, accounts.region) as region,
    language, time_zone, transfer_settings, request_settings, picture_id,
    totp_confirmed_at is not null as has_totp, alert_mode, alerts_since, digested_at, accounts.created_at, deleted_at,
    case when w.admin_id = accounts.id then 'admin' else member_role end as team_role, joined_at,
    w.over_seats_since, coalesce(w.requires_second_factor, false) as requires_second_factor
  from accounts left join subscriptions s using (workspace_id) left join workspaces w on w.id = workspace_id;
