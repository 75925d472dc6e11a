import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { isSameBytes } from '../../platform/ids.ts'
import { type FoundTransfer, findRecipient, findStandingTransfer } from '../../transfers/index.ts'
import { type OpenedTransfer, requireOpen } from './open-link.ts'

/**
 * What a recipient's page loads thumbnails with: the recipient, a time, and a mac of both and of the transfer. It says
 * which link the page was opened by; whether that link still opens in this browser is asked again each time.
 */
const FORM = /^([\w-]{1,64})\.(\d{13})\.([\w-]{22})$/
const MAC_BYTES = 16
const LIFE_MS = 86_400_000
/** Passes of one period are equal, so that pictures come from the browser's cache. */
const STEP_MS = 600_000

type Needs = Pick<Context, 'masterKey' | 'clock'>

const macOf = ({ masterKey }: Needs, transferId: string, recipientId: string, at: string): Uint8Array =>
  masterKey.mac('picture-pass', `${transferId}/${recipientId}/${at}`).subarray(0, MAC_BYTES)

export function givePicturePass(ctx: Needs, { transfer, recipient }: FoundTransfer): string {
  const now = ctx.clock.nowMs()
  const at = String(now - (now % STEP_MS))
  return `${recipient.id}.${at}.${Buffer.from(macOf(ctx, transfer.id, recipient.id, at)).toString('base64url')}`
}

/**
 * The transfer that a page's pass opens in this browser.
 *
 * @throws Problem 'not-found' for a pass that is forged, older than a day or of another link, and for a transfer that
 * has expired or is not served; 'transfer-paused', 'link-locked'
 */
export async function openByPicturePass(
  ctx: Needs & Pick<Context, 'db'>,
  { slug, pass }: { slug: string; pass: string },
  actor: Pick<Actor, 'deviceId' | 'account'>,
): Promise<OpenedTransfer> {
  const [, recipientId = '', at = '', mac = ''] = FORM.exec(pass) ?? []
  const isOver = Number(at) < ctx.clock.nowMs() - LIFE_MS
  const recipient = isOver ? null : await findRecipient(ctx.db, recipientId)
  if (recipient === null || recipient.removed_at !== null) throw new Problem('not-found')
  const { transfer_id: transferId } = recipient
  const isOurs = isSameBytes(Buffer.from(mac, 'base64url'), macOf(ctx, transferId, recipientId, at))
  const transfer = isOurs ? await findStandingTransfer(ctx.db, transferId) : null
  if (transfer === null || transfer.slug !== slug || transfer.is_expired) throw new Problem('not-found')
  return requireOpen(ctx, { transfer, recipient }, actor)
}
