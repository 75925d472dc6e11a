import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import { call } from '../../../shared/api/client.ts'

/** What to download: everything as one zip, or the file with this id. */
export type LinkSelection = 'all' | (string & {})

/** A link for the browser's own downloads, which can pause and resume it. */
export interface PlainLink {
  url: string
  name: string
  bytes: number
}

const ANSWER_MS = 40_000

/**
 * Opens a grant at a click and returns its plain link. The page keeps the grant, so that another click returns the same
 * link; a new grant replaces one that has ended. Calls `onRetry` for each new try. Throws what `call` throws.
 */
export function makeRequestLink(link: { slug: string; user: string | null }) {
  const { slug, user } = link
  const grants = new Map<LinkSelection, string>()

  async function take(selection: LinkSelection, onRetry: () => void): Promise<string> {
    const files = selection === 'all' ? ('all' as const) : [selection]
    const body = { slug, ...(user === null ? {} : { user }), files }
    const { grant } = await call('grantDownload', { body, onRetry })
    grants.set(selection, grant)
    return grant
  }

  return async function requestLink(selection: LinkSelection, onRetry: () => void): Promise<PlainLink> {
    const kept = grants.get(selection) ?? grants.get('all')
    if (kept === undefined) return linkOf(await take(selection, onRetry), selection, onRetry)
    try {
      return await linkOf(kept, selection, onRetry)
    } catch (error) {
      if (!hasEnded(error)) throw error
      grants.clear()
      return linkOf(await take(selection, onRetry), selection, onRetry)
    }
  }
}

/** The grant's day or its downloads have ended: a new one may have more. */
const ended: readonly ProblemCode[] = ['grant-expired', 'grant-not-found', 'file-not-found', 'download-limit-reached']
const hasEnded = (error: unknown) => error instanceof Problem && ended.includes(error.code)

async function linkOf(grant: string, selection: LinkSelection, onRetry: () => void): Promise<PlainLink> {
  const options = { signal: AbortSignal.timeout(ANSWER_MS), onRetry }
  if (selection === 'all') return call('planZip', { body: { grant, files: 'all' }, ...options })
  const { links, transfer } = await call('describeDownload', { body: { grant }, ...options })
  const link = links.find(({ file }) => file === selection)
  const file = transfer.files.find(({ id }) => id === selection)
  if (!link || !file) throw new Problem('file-not-found')
  return { url: link.url, bytes: link.bytes, name: file.path.slice(file.path.lastIndexOf('/') + 1) }
}
