import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { sql } from 'kysely'
import type { TestApp } from '../app/test-app.ts'
import { type AccountPerson, makeAccount } from './account-person.ts'
import type { Person, SentFile } from './people.ts'

export const chrome = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
  accept: 'text/html',
  'accept-language': 'en-GB',
}

export interface OpenLink {
  id: string
  slug: string
  owner: AccountPerson
}

/** An account's transfer with an open link. */
export async function sendLink(app: TestApp, files: SentFile[], owner?: AccountPerson): Promise<OpenLink> {
  const from = owner ?? (await makeAccount(app, { role: 'pro', fullName: 'Li Wei' }))
  const draft = { ...from.draft({ files, emailTo: [], message: '' }), sendAs: 'link' }
  const { body } = await from.call('planTransfer', { body: draft })
  await from.upload(body.plan, files)
  const saved = await from.call('completeTransfer', { body: { upload: body.plan.upload, token: body.plan.token } })
  const { _id: id, slug } = saved.body.data.ops[0]
  return { id, slug, owner: from }
}

/** Presses the button; returns the path of the single file, or of the zip. */
export async function press(person: Person, slug: string, headers: Record<string, string> = chrome): Promise<string[]> {
  const { body } = await person.call('grantDownload', { body: { slug }, headers })
  const described = await person.call('describeDownload', { body: { grant: body.grant } })
  return described.body.links.map(({ url }: { url: string }) => url)
}

/** Reads an answer to its end, on a separate connection. */
export async function fetchAll(person: Person, path: string, more: Record<string, string> = {}): Promise<Buffer> {
  const response = await person.fetch(path, { headers: { ...chrome, connection: 'close', ...more } })
  return Buffer.from(await response.arrayBuffer())
}

/** The value that the page includes for its own report. */
export async function readPass(person: Person, path: string, headers: Record<string, string> = chrome) {
  const html = await (await person.fetch(path, { headers })).text()
  const [, json = 'null'] = /id="props"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json).page.visit as { pass: string; isHasty: boolean }
}

export async function recordOf({ owner, slug }: OpenLink) {
  const response = await owner.fetch(`/getQs?slug=${slug}`)
  const { allDocs } = (await response.json()) as { allDocs: [TransferRecord] }
  return allDocs[0]
}

/** Waits until nothing of a transfer is in transit any more. */
export async function settled(app: TestApp, id: string): Promise<void> {
  for (let tries = 0; tries < 1_500; tries += 1) {
    const { rows } = await sql`
      select from sendings s join recipients r on r.id = s.recipient_id
      where r.transfer_id = ${id} and s.node_id is not null`.execute(app.ctx.db)
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('something is on its way for ever')
}
