import { sql } from 'kysely'
import { KEPT } from '../../src/platform/database/kept-statements.ts'
import type { TestApp } from '../app/test-app.ts'
import type { Owner } from './owner.ts'

/** Every row that the owner has, as one text per table: two snapshots differ where anything changed. */
export async function snapshot(app: TestApp, { person, sent, open, asked }: Owner): Promise<Record<string, string>> {
  const own = { account: person.accountId, transfer: sent.id, uploads: [sent.upload, open.upload] }
  const where: Record<string, ReturnType<typeof sql>> = {
    accounts: sql`id = ${own.account}`,
    account_addresses: sql`account_id = ${own.account}`,
    sessions: sql`account_id = ${own.account}`,
    passkeys: sql`account_id = ${own.account}`,
    api_keys: sql`account_id = ${own.account}`,
    recovery_codes: sql`account_id = ${own.account}`,
    reset_tokens: sql`account_id = ${own.account}`,
    pictures: sql`account_id = ${own.account}`,
    contacts: sql`account_id = ${own.account}`,
    conversations: sql`account_id = ${own.account}`,
    conversation_messages: sql`conversation_id in (select id from conversations where account_id = ${own.account})`,
    library_grants: sql`account_id = ${own.account}`,
    webhooks: sql`account_id = ${own.account}`,
    webhook_deliveries: sql`webhook_id in (select id from webhooks where account_id = ${own.account})`,
    transfers: sql`account_id = ${own.account}`,
    recipients: sql`transfer_id = ${own.transfer}`,
    transfer_files: sql`transfer_id = ${own.transfer}`,
    grants: sql`transfer_id = ${own.transfer}`,
    access_requesters: sql`transfer_id = ${own.transfer}`,
    access_requests: sql`requester_id in (select id from access_requesters where transfer_id = ${own.transfer})`,
    events: sql`transfer_id = ${own.transfer}`,
    uploads: sql`account_id = ${own.account}`,
    files: sql`upload_id = any(${own.uploads}::text[])`,
    drafts: sql`upload_id = any(${own.uploads}::text[])`,
    upload_tokens: sql`upload_id = any(${own.uploads}::text[])`,
    requests: sql`account_id = ${own.account}`,
    request_items: sql`request_id = ${asked.id}`,
    request_shares: sql`request_id = ${asked.id}`,
    request_suppliers: sql`request_id = ${asked.id}`,
    request_progress: sql`supplier_id = ${asked.supplierId}`,
    request_templates: sql`account_id = ${own.account}`,
    request_passes: sql`request_id = ${asked.id}`,
    submission_drafts: sql`request_id = ${asked.id}`,
    submissions: sql`account_id = ${own.account}`,
    submission_files: sql`request_id = ${asked.id}`,
    submission_answers: sql`request_id = ${asked.id}`,
    request_comments: sql`request_id = ${asked.id}`,
    workspaces: sql`id = workspace_of(${own.account})`,
    brandings: sql`workspace_id = workspace_of(${own.account})`,
    branding_pictures: sql`workspace_id = workspace_of(${own.account})`,
    invites: sql`workspace_id = workspace_of(${own.account})`,
    domains: sql`workspace_id = workspace_of(${own.account})`,
    mail_domains: sql`workspace_id = workspace_of(${own.account})`,
    mail_keys: sql`domain_id in (select id from mail_domains where workspace_id = workspace_of(${own.account}))`,
    subscriptions: sql`workspace_id = workspace_of(${own.account})`,
    payment_checkouts: sql`workspace_id = workspace_of(${own.account})`,
    payment_customers: sql`workspace_id = workspace_of(${own.account})`,
    card_links: sql`workspace_id = workspace_of(${own.account})`,
    payment_news: sql`workspace_id = workspace_of(${own.account})`,
    allowances: sql`key like ${`%${own.account}%`}`,
  }
  // How often a customer was settled changes by itself.
  const rowOf = (table: string) =>
    table === 'payment_customers' ? sql`(t.provider, t.customer, t.company)::text` : sql`t::text`
  const tables = Object.entries(where).map(
    ([table, condition]) => sql`
      select ${table} as name, coalesce(string_agg(${rowOf(table)}, E'\\n' order by ${rowOf(table)}), '') as all
      from ${sql.table(table)} t where ${condition}`,
  )
  // Planning fifty tables takes longer than reading the owner's few rows.
  const every = sql<{ name: string; all: string }>`${KEPT}${sql.join(tables, sql` union all `)}`
  const { rows } = await every.execute(app.ctx.db)
  return Object.fromEntries(rows.map(({ name, all }) => [name, all]))
}
