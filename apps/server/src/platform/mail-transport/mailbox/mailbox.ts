import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { isDirect, showsOperatorToken } from '../../http/operating/operator-caller.ts'
import type { OutboxMail } from '../transport/outbox-transport.ts'

/**
 * Mails may hold codes and links, so the outbox is only for people at this machine who have the printed address, and
 * closed where mails are really sent. A proxy that does not announce itself looks like a caller at this machine.
 */
export function guardMailbox(ctx: Pick<Context, 'config' | 'operatorToken'>, request: FastifyRequest): string {
  const { transport } = ctx.config.mail
  const isAllowed = isDirect(request) && showsOperatorToken(ctx, request)
  if (transport.kind !== 'outbox' || !isAllowed) throw new Problem('not-found')
  return transport.dir
}

/** Every mail in the folder, newest first. */
export async function readMailbox(dir: string): Promise<OutboxMail[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const mails: OutboxMail[] = []
  for (const name of names) {
    if (name.endsWith('.json')) mails.push(JSON.parse(await readFile(join(dir, name), 'utf8')))
  }
  return mails.sort((one, other) => other.date.localeCompare(one.date))
}
