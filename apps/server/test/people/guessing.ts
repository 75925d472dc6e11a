/** Networks that try invalid links, and how they react. */

import { solveChallenge } from '@waybill/contract/downloads/solve-challenge'
import { sql } from 'kysely'
import { newSlug } from '../../src/platform/ids.ts'
import type { Answer, TestApp } from '../app/test-app.ts'
import type { Person } from './people.ts'
import type { Recipient } from './recipient.ts'

/** Tries `count` invalid links; returns how often each code came. */
export async function tryMisses(guesser: Person, count: number): Promise<Record<string, number>> {
  const codes: Record<string, number> = {}
  for (let tried = 0; tried < count; tried += 20) {
    const asked = Array.from({ length: Math.min(20, count - tried) }, () =>
      guesser.call('grantDownload', { body: { slug: newSlug() } }),
    )
    for (const { body } of await Promise.all(asked)) codes[body.code] = (codes[body.code] ?? 0) + 1
  }
  return codes
}

/** Does the work of `challenge` like the recipient's page, and shows it. */
export async function showWork(person: Person, challenge: string): Promise<Answer> {
  return person.call('proveWork', { body: { challenge, answers: await solveChallenge(challenge) } })
}

/** From now on the transfer opens by its slug alone: `/w/{slug}`. */
export async function makeBare(app: TestApp, { transferId, link }: Recipient): Promise<string> {
  await sql`update transfers set send_as = 'link' where id = ${transferId}`.execute(app.ctx.db)
  await sql`update recipients set address = null where transfer_id = ${transferId}`.execute(app.ctx.db)
  return link.slug
}
