import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { expect } from 'vitest'
import type { Person, SentFile, Site } from '../people/people.ts'
import { sha256 } from '../people/recipient.ts'

/** A transfer on its way to one address. */
export interface Sending {
  person: Person
  files: SentFile[]
  address: string
  plan: Pick<UploadPlan, 'upload' | 'token'>
}

/** Saves the transfer and reads its link from the only mail: `/d/{slug}/{token}`, and its id. */
export async function saveAndRead(
  site: Site,
  { person, address, plan }: Sending,
): Promise<{ id: string; path: string }> {
  const saved = await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(saved.body).toMatchObject({ data: { ops: [{}] } })
  const { slug, _id: id } = saved.body.data.ops[0]
  const mails = await site.mails(address)
  expect(mails).toHaveLength(1)
  return { id, path: new RegExp(`/d/${slug}/[\\w-]{22}`).exec(mails[0]?.text ?? '')?.[0] ?? '' }
}

/** The URLs of a transfer's files, in order, opened by a click of its recipient. */
export async function grantedUrls(person: Person, path: string): Promise<string[]> {
  const [, , slug, user] = path.split('/')
  const granted = await person.call('grantDownload', { body: { slug, user, files: 'all' } })
  const described = await person.call('describeDownload', { body: { grant: granted.body.grant } })
  return (described.body.links as Array<{ url: string }>).map(({ url }) => url)
}

/** Saved, notified once, and every file equals what was sent. */
export async function expectDelivered(site: Site, sending: Sending): Promise<{ id: string; path: string }> {
  const saved = await saveAndRead(site, sending)
  const urls = await grantedUrls(sending.person, saved.path)
  expect(urls).toHaveLength(sending.files.length)
  for (const [i, url] of urls.entries()) {
    const answer = await sending.person.fetch(url)
    expect(answer.status).toBe(200)
    expect(sha256(await answer.bytes())).toBe(sha256(sending.files[i]?.content as Buffer))
  }
  return saved
}
