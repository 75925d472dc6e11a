/** What somebody of a team, or of another one, learns about a request by every call that reads it. */
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { expect } from 'vitest'
import type { TestApp } from '../app/test-app.ts'
import type { AccountPerson } from '../people/account-person.ts'

interface Things {
  request: Pick<RequestRecord, '_id' | 'slug'>
  submission: string
  fileId: string
}

/** Every call that reads the request, what came to it, or its bytes. */
function readings({ request: { _id, slug }, submission, fileId }: Things): Array<[string, unknown?]> {
  const of = `/requests/${_id}`
  return [
    [of],
    [`/requests/${slug}`],
    [`${of}/suppliers`],
    [`${of}/suppliers.csv`],
    [`/inbox?request=${_id}`],
    [`/inbox/${submission}`],
    [`${of}/fetch`, {}],
    ['/fetchFiles', { ids: [fileId] }],
  ]
}

/**
 * Whether each reading is allowed, on each process, and the links to bytes that it answers. A refused one has none of
 * the secrets.
 */
export async function readAll(
  sites: readonly TestApp[],
  person: AccountPerson,
  things: Things,
  secrets: readonly string[],
): Promise<{ seen: boolean[]; links: string[] }> {
  const seen: boolean[] = []
  const links: string[] = []
  for (const [path, body] of readings(things)) {
    for (const { origin } of sites) {
      const asked = { method: 'POST', body: JSON.stringify(body) }
      const headers = { ...person.headers(), origin, 'content-type': 'application/json' }
      const response = await fetch(new URL(path, origin), body === undefined ? { headers } : { headers, ...asked })
      const text = await response.text()
      const found = [...text.matchAll(/"url":"(\/library\/[^"]+)"/g)].map(([, url]) => url as string)
      const isSeen = found.length > 0 || secrets.some((secret) => text.includes(secret))
      // The list of what came is empty for others; everything else is unknown to them.
      const refused = path.startsWith('/inbox?') ? 200 : 404
      expect([path, response.status]).toEqual([path, isSeen ? 200 : refused])
      seen.push(isSeen)
      links.push(...found)
    }
  }
  return { seen: [...new Set(seen)], links }
}

/** The statuses of links to bytes, on each process; only a link that opens has a byte of the content. */
export async function openAll(sites: readonly TestApp[], links: readonly string[], content: string): Promise<number[]> {
  const statuses: number[] = []
  for (const { origin } of sites) {
    for (const link of links) {
      const response = await fetch(new URL(link, origin))
      const text = await response.text()
      expect([response.status, text.includes(content)]).toEqual([response.status, response.status === 200])
      statuses.push(response.status)
    }
  }
  return [...new Set(statuses)]
}
