/** Transfers that are sent while they upload, for tests that send their parts one by one. */
import { createHash } from 'node:crypto'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { TestApp } from '../app/test-app.ts'
import { type AccountPerson, makeAccount } from './account-person.ts'
import type { Person, SentFile } from './people.ts'
import { noise, Recipient } from './recipient.ts'

export const PART = 512 * 1024

/** Files of four parts, each a blob of its own. */
export const largeFiles = (count: number, parts = 4): SentFile[] =>
  Array.from({ length: count }, (_, nth) => ({ path: `drawing-${nth}.bin`, content: noise(parts * PART, nth + 1) }))

export class ArrivingTransfer {
  readonly app: TestApp
  readonly sender: Person
  readonly files: readonly SentFile[]
  readonly plan: UploadPlan
  readonly recipient: Recipient
  readonly address: string

  constructor(
    app: TestApp,
    sender: Person,
    made: { files: readonly SentFile[]; plan: UploadPlan; recipient: Recipient; address: string },
  ) {
    this.app = app
    this.sender = sender
    this.files = made.files
    this.plan = made.plan
    this.recipient = made.recipient
    this.address = made.address
  }

  get id(): string {
    return this.recipient.transferId
  }

  fileId(nth: number): string {
    return this.plan.files[nth]?.id ?? ''
  }

  #blobOf(nth: number): PlannedBlob {
    const blob = this.plan.blobs.find(({ members }) => members.some(({ file }) => file === nth))
    if (blob === undefined) throw new Error('no such blob')
    return blob
  }

  /** Sends some parts of a file, in this order. */
  async put(nth: number, ...parts: number[]): Promise<void> {
    for (const part of parts) {
      const answer = await this.tryPut(nth, part)
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }

  tryPut(nth: number, part: number) {
    const content = this.files[nth]?.content ?? Buffer.alloc(0)
    const body = content.subarray(part * PART, (part + 1) * PART)
    return this.sender.putPart(this.plan, this.#blobOf(nth).path ?? '', part * PART, body)
  }

  /** The save that makes it whole. */
  finish() {
    const { upload, token } = this.plan
    return this.sender.call('completeTransfer', { body: { upload, token, waitMs: 5_000 } })
  }

  cancel() {
    const { upload, token } = this.plan
    return this.sender.call('abandonUpload', { params: { upload }, headers: { authorization: `Bearer ${token}` } })
  }

  async arrival() {
    const { body } = await this.recipient.browser.call('readArrival', { body: this.recipient.link })
    return body
  }

  /** A link to one file, by the recipient's own press. */
  async linkTo(nth: number): Promise<string> {
    const granted = await this.press(nth)
    if (granted.status !== 200) throw new Error(`${granted.status} ${JSON.stringify(granted.body)}`)
    const described = await this.recipient.browser.call('describeDownload', { body: { grant: granted.body.grant } })
    return described.body.links.find(({ file }: { file: string }) => file === this.fileId(nth)).url
  }

  press(nth: number) {
    return this.recipient.browser.call('grantDownload', { body: { ...this.recipient.link, files: [this.fileId(nth)] } })
  }

  /** What is on record, without who read it. */
  async ledger(): Promise<string[]> {
    const rows = await this.app.ctx.db
      .selectFrom('events')
      .select(['kind', 'detail'])
      .where('transfer_id', '=', this.id)
      .orderBy('place')
      .execute()
    return rows.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`))
  }

  /** Subjects of the recipient's mails, the oldest first. */
  async mailed(to = this.address): Promise<string[]> {
    return (await this.app.mails(to)).map(({ subject }) => subject).reverse()
  }
}

/** Sent, mailed, and no part there yet. */
export async function sendArriving(app: TestApp, files: readonly SentFile[], from?: Person): Promise<ArrivingTransfer> {
  const sender: Person | AccountPerson = from ?? (await makeAccount(app, { role: 'business' }))
  const address = `reader-${createHash('sha256').update(`${Math.random()}`).digest('hex').slice(0, 12)}@rao-forge.example`
  const plan = await sender.plan({ files: [...files], emailTo: [address] })
  const { upload, token } = plan
  const saved = await sender.call('completeTransfer', { body: { upload, token, whileUploading: true } })
  if (saved.status !== 200) throw new Error(`${saved.status} ${JSON.stringify(saved.body)}`)
  const [op] = saved.body.data.ops
  const [mail] = await app.mails(address)
  const path = new RegExp(`/d/${op.slug}/[\\w-]{22}`).exec(mail?.text ?? '')?.[0] ?? ''
  const recipient = new Recipient(app, sender, { id: op._id, upload, path })
  return new ArrivingTransfer(app, sender, { files, plan, recipient, address })
}
