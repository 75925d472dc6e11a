import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import { isRecipientToken, isSlug } from '@waybill/contract/core/slugs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../platform/links.ts'
import { noteRefused } from '../../platform/security-log/security-scope.ts'

/** Whether a plain form sent the call, so that its browser needs a redirect. */
export const isLinkForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')

export async function lead(reply: FastifyReply, location: string): Promise<undefined> {
  await reply.code(303).header('cache-control', 'no-store').header('location', location).send()
}

interface FormLink {
  slug: string
  user?: string | undefined
  lang?: string | undefined
}

/** A refused form leads back to its page, which says why where it cannot tell by itself. */
export const backToPage =
  (link: FormLink, step?: string) =>
  (error: unknown): string => {
    if (!(error instanceof Problem)) throw error
    noteRefused(error.code)
    return pageOf(link, { problem: error, step })
  }

/** The page shows these by itself. */
const shown: readonly ProblemCode[] = ['transfer-not-found', 'transfer-expired', 'transfer-paused', 'link-locked']

/** The page of a link, at a step of its forms. @throws `problem`, else 'transfer-not-found', for an invalid link */
export function pageOf(
  { slug, user = '', lang }: FormLink,
  { problem, step, play }: { problem?: Problem; step?: string | undefined; play?: string } = {},
): string {
  if (!isSlug(slug) || (user !== '' && !isRecipientToken(user))) throw problem ?? new Problem('transfer-not-found')
  const isTold = problem !== undefined && !shown.includes(problem.code)
  const query = new URLSearchParams({
    ...(isTold ? { problem: problem.code } : {}),
    ...(step ? { step } : {}),
    ...(play ? { play } : {}),
    ...(lang ? { lang } : {}),
  })
  return `${user === '' ? paths.sharedTransfer(slug) : paths.receivedTransfer(slug, user)}${query.size > 0 ? `?${query}` : ''}`
}
