import { instantOf } from '@waybill/contract/core/zoned-time'
import { firstZoneOf } from '@waybill/contract/requests/deadline'
import type { Deadline, Sealing } from '@waybill/contract/requests/shapes'
import type { Context } from '../../context.ts'
import { listItems } from '../content-store.ts'
import type { Requester } from '../manage/as-requester.ts'
import { requireOwnRequest } from '../manage/own-request.ts'
import { databaseNow, type RequestRow } from '../request-store.ts'
import { listSuppliersOf } from '../supplier-store.ts'
import { makeRequest } from './create-request.ts'
import { deadlineOf, folderOf, lifeOf, sealingOf, titleOf } from './request-content.ts'

/**
 * Copies the request under a new slug, open from now on for as long as a new one. Asks its suppliers again where
 * `withSuppliers` says so. Drops a deadline that has passed. A sealed request stays sealed: for the same key, so that
 * one passphrase opens both, or for the given one.
 *
 * @throws Problem as the contract's `duplicateRequest` names them
 */
export async function duplicateRequest(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  account: Requester,
  requestId: string,
  {
    withSuppliers,
    expirySeconds,
    sealing,
  }: { withSuppliers: boolean; expirySeconds: number; sealing?: Sealing | undefined },
): Promise<string> {
  const of = await requireOwnRequest(ctx.db, account.id, requestId)
  const items = await listItems(ctx.db, of.id)
  const suppliers = withSuppliers ? await listSuppliersOf(ctx.db, of.id) : []
  const row = {
    title: titleOf(account.role, of.title),
    message: of.message,
    language: of.language,
    identity: of.identity,
    supplier_noun: of.supplier_noun,
    is_open_link: of.is_open_link,
    ...deadlineOf(deadlineAhead(of, await databaseNow(ctx.db))),
    reminders: of.reminders,
    reminder_days: of.reminder_days,
    max_submission_bytes: of.max_submission_bytes,
    max_submission_files: of.max_submission_files,
    types: of.types,
    folder: folderOf(of.folder, of.title),
    password_hash: of.password_hash,
    sealing: sealing ? sealingOf(sealing) : of.sealing && JSON.stringify(of.sealing),
    expirySeconds: lifeOf(account.role, expirySeconds),
  }
  return makeRequest(ctx, account, {
    row,
    items: items.map(({ request_id: _of, removed_at: _removed, example_path, example_bytes: _bytes, ...item }) => ({
      ...item,
      id: null,
      example_file_id: example_path === null ? null : item.example_file_id,
    })),
    suppliers: suppliers.flatMap(({ kind, address, name, company, time_zone, language }) =>
      kind !== 'invited' || address === null
        ? []
        : [
            {
              address,
              name,
              company,
              timeZone: time_zone,
              language: language === 'zh' || language === 'en' ? language : null,
            },
          ],
    ),
  })
}

function deadlineAhead({ deadline, deadline_zone, deadline_rule }: RequestRow, now: Date): Deadline | null {
  if (deadline === null) return null
  const kept = { at: deadline, zone: deadline_zone, rule: deadline_rule }
  return instantOf(deadline, firstZoneOf(kept)) > now.getTime() ? kept : null
}
