import type { Context } from '../../context.ts'
import { isSameBytes } from '../../platform/ids.ts'
import { linkTo, paths } from '../../platform/links.ts'

/**
 * The 128-bit secret in the links that stop alerts: the id of what is muted (a transfer, the account of a digest, a
 * requester, or a recipient of reminders) and a mac of it under the server's key, so that no table stores tokens.
 */
export type Muted = 'transfer' | 'digest' | 'requester' | 'reminders'
const kinds: readonly Muted[] = ['transfer', 'digest', 'requester', 'reminders']

const FORM = /^([\w-]{20})([\w-]{22})$/
const MAC_BYTES = 16

type Needs = Pick<Context, 'masterKey'>

const macOf = ({ masterKey }: Needs, kind: Muted, id: string) =>
  masterKey.mac(`mute/${kind}`, id).subarray(0, MAC_BYTES)

/** The link by which the reader of an alert, and their mail program, can stop it. */
export const muteLink = (ctx: Needs & Pick<Context, 'config'>, kind: Muted, id: string): string =>
  linkTo(ctx.config, paths.mute(`${id}${Buffer.from(macOf(ctx, kind, id)).toString('base64url')}`))

/** What a token mutes; null for one that this server did not make. */
export function mutedBy(ctx: Needs, token: string): { kind: Muted; id: string } | null {
  const [, id = '', mac = ''] = FORM.exec(token) ?? []
  const kind = kinds.find((one) => isSameBytes(macOf(ctx, one, id), Buffer.from(mac, 'base64url')))
  return kind === undefined ? null : { kind, id }
}
