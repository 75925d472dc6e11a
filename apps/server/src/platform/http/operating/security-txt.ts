import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { mailTo } from '../../links.ts'

const DAY_MS = 86_400_000
/** Every answer creates the file again; a cached copy states how long it is valid. */
const GOOD_FOR_DAYS = 90

/** Where to report a vulnerability (RFC 9116). It expires at a midnight, so that a day's answers are identical. */
export function securityTxt({ supportEmail, publicOrigin, nowMs }: SecurityFacts): string {
  const expiresAt = new Date((Math.floor(nowMs / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS)
  return [
    `Contact: ${mailTo(supportEmail)}`,
    `Expires: ${expiresAt.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en, zh',
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

interface SecurityFacts {
  supportEmail: string
  publicOrigin: string
  nowMs: number
}

export function securityTxtRoute(app: FastifyInstance, ctx: Pick<Context, 'config' | 'origins' | 'clock'>): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const facts = { supportEmail: ctx.config.supportEmail, publicOrigin: ctx.origins.publicOrigin }
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityTxt({ ...facts, nowMs: ctx.clock.nowMs() }))
  })
}
