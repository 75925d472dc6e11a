import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@waybill/contract/problems'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { OutboxMail } from './outbox-transport.ts'

const LOOPBACK_PEER = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/i
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const FORWARDING_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded(?:-.*)?)$/

/** Mails may hold codes and links: they are shown to this machine alone, and never where they are really sent. */
export function guardMailbox({ mail }: Pick<Config, 'mail'>, request: FastifyRequest): string {
  const isDirect =
    LOOPBACK_PEER.test(request.raw.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(request.raw.headers.host ?? '') &&
    !Object.keys(request.raw.headers).some((name) => FORWARDING_HEADER.test(name))
  if (mail.transport.kind !== 'outbox' || !isDirect) throw new Problem('not-found')
  return mail.transport.dir
}

/** Every mail of the folder, newest first. */
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
