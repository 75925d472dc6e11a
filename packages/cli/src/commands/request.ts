import { isLocalTime } from '@waybill/contract/requests/deadline'
import type { Deadline } from '@waybill/contract/requests/shapes'
import { readAddresses, readExpiry } from '../send/read-draft.ts'
import { usageFailure } from '../terminal/exit-codes.ts'
import { openAccount } from './open-account.ts'
import type { Given } from './parse-arguments.ts'
import type { Run } from './run.ts'

export const request: Run = async (shell, given) => {
  const title = given.one('title')
  if (!title) throw usageFailure('Say what you ask for with --title TEXT')
  const suppliers = readAddresses(given, 'from').map((email) => ({ email }))
  const expirySeconds = readExpiry(given)
  const password = given.one('password') ?? (shell.env.WAYBILL_PASSWORD || undefined)
  const body = {
    title,
    suppliers,
    message: given.one('message') ?? '',
    deadline: readDeadline(given),
    ...(expirySeconds !== undefined && { expirySeconds }),
    ...(password !== undefined && { password }),
  }
  const client = await openAccount(shell)
  const { request: made } = await client.call('createRequest', { body })
  const link = new URL(made.link, client.url).href
  if (shell.isJson) {
    shell.print(JSON.stringify({ id: made._id, slug: made.slug, link, suppliers: suppliers.map(({ email }) => email) }))
    return
  }
  shell.note(suppliers.length === 0 ? 'Anybody who has this link can send files:' : 'Asked. The open link:')
  shell.print(link)
}

/** With a zone one instant for everybody; without, the same time on each clock. */
export function readDeadline(given: Given): Deadline | null {
  const at = given.one('deadline')
  const zone = given.one('zone')
  if (at === undefined && zone === undefined) return null
  if (at === undefined) throw usageFailure('--zone is the clock of a --deadline')
  if (!isLocalTime(at)) throw usageFailure('--deadline must be a time such as 2027-03-01T18:00')
  return zone === undefined ? { at, zone: 'UTC', rule: 'supplier' } : { at, zone, rule: 'fixed' }
}
