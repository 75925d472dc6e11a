import type { Context } from '../../context.ts'
import { isSameBytes } from '../../platform/ids.ts'
import type { JudgedActor } from '../../tracking/ledger/index.ts'
import type { FoundTransfer } from '../../transfers/index.ts'

/**
 * How the view of a page was judged, for its page to send back when somebody sees it: 'person', or why it counted as a
 * bot's, when, and a mac of both and of the link.
 */
const FORM = /^([a-z-]{1,40})\.(\d{13})\.([\w-]{22})$/
const MAC_BYTES = 16
/** How long a page may be open before somebody looks at it. */
const LIFE_MS = 7 * 86_400_000
const PERSON = 'person'

type Needs = Pick<Context, 'masterKey' | 'clock'>

/** Null: a person's. */
export interface JudgedView {
  reason: string | null
}

function macOf({ masterKey }: Needs, { transfer, recipient }: FoundTransfer, text: string): Uint8Array {
  return masterKey.mac('visit-pass', `${transfer.id}/${recipient.id}/${text}`).subarray(0, MAC_BYTES)
}

export function giveVisitPass(ctx: Needs, found: FoundTransfer, { reason }: Pick<JudgedActor, 'reason'>): string {
  const text = `${reason ?? PERSON}.${ctx.clock.nowMs()}`
  return `${text}.${Buffer.from(macOf(ctx, found, text)).toString('base64url')}`
}

/** Null for a pass that this server did not make, or made for another link, or too long ago. */
export function readVisitPass(ctx: Needs, found: FoundTransfer, pass: string): JudgedView | null {
  const [, reason = '', at = '', mac = ''] = FORM.exec(pass) ?? []
  if (!isSameBytes(macOf(ctx, found, `${reason}.${at}`), Buffer.from(mac, 'base64url'))) return null
  if (Number(at) < ctx.clock.nowMs() - LIFE_MS) return null
  return { reason: reason === PERSON ? null : reason }
}
