import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { describeDownload } from '@waybill/contract/downloads/endpoints'
import type { Client } from '../server/client.ts'
import { usageFailure } from '../terminal/exit-codes.ts'

export interface Link {
  url: string
  slug: string
  /** The recipient's token; absent in a shared link. */
  user?: string
}

/** A link of a mail, a shared link, or the slug alone at the server of `url`. Throws a usage failure. */
export function parseLink(text: string, url: string | null): Link {
  if (/^[0-9A-Za-z]{7}$/.test(text)) {
    if (url === null) throw usageFailure('Give the whole link: no server is known')
    return { url, slug: text }
  }
  const link = URL.canParse(text) ? new URL(text) : null
  const [, slug, user] = /^\/(?:zh\/)?[dw]\/([0-9A-Za-z]{7})(?:\/([\w-]{1,64}))?\/?$/.exec(link?.pathname ?? '') ?? []
  if (link === null || slug === undefined || !/^https?:$/.test(link.protocol)) {
    throw usageFailure('This is not a link of a transfer')
  }
  return { url: link.origin, slug, ...(user !== undefined && { user }) }
}

export interface Opened {
  grant: string
  contents: ReplyOf<typeof describeDownload>
}

/** Opens the transfer as anybody does who has its link. Throws the server's Problem. */
export async function openLink(client: Client, { slug, user }: Link, password: string | undefined): Promise<Opened> {
  const who = { slug, ...(user !== undefined && { user }) }
  const open = () => client.call('grantDownload', { body: { ...who, files: 'all' } })
  const { grant } = await open().catch(async (error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'link-locked' || password === undefined) throw error
    await client.call('unlockTransfer', { body: { ...who, password } })
    return open()
  })
  return { grant, contents: await client.call('describeDownload', { body: { grant } }) }
}
