import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'

const DAY_MS = 86_400_000
/** The file is made anew at every answer; whoever keeps a copy knows until when it can be relied on. */
const GOOD_FOR_DAYS = 90

/** Where to tell us of a weakness (RFC 9116). The instant it ends at is a midnight, so that a day's answers agree. */
export function securityTxt({ supportEmail, publicOrigin, nowMs }: SecurityFacts): string {
  const expiresAt = new Date((Math.floor(nowMs / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS)
  return [
    `Contact: mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}`,
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
