/** An account whose webhooks go to a real receiver, and the events of one of its transfers. */

import { sql } from 'kysely'
import type { Context } from '../../src/context.ts'
import { type JudgedActor, recordEvents } from '../../src/tracking/ledger/index.ts'
import type { TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { noise } from '../people/recipient.ts'
import type { HttpsReceiver } from './https-receiver.ts'

const human: JudgedActor = { actorKind: 'human', reason: null }
/** The evidence for the two files of a transfer. */
const handed = { evidence: 'handed-over' } as const
const doubted = { evidence: 'received', doubtBytes: 5 } as const
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export interface Hook {
  id: string
  secret: string
}

export class Hooked {
  readonly #app: TestApp
  readonly person: AccountPerson

  private constructor(app: TestApp, person: AccountPerson) {
    this.#app = app
    this.person = person
  }

  static async make(app: TestApp): Promise<Hooked> {
    return new Hooked(app, await makeAccount(app, { role: 'pro' }))
  }

  /** Adds a webhook for `receiver`. */
  async hook(receiver: Pick<HttpsReceiver, 'url'>, kinds: readonly string[] = ['opened', 'finished']): Promise<Hook> {
    const { status, body } = await this.person.call('addWebhook', { body: { url: receiver.url, kinds } })
    if (status !== 201) throw new Error(`The webhook was answered with ${status}`)
    return { id: body.webhook._id, secret: body.secret }
  }

  /** The log, newest first. */
  async log(hook: Hook) {
    const { body } = await this.person.call('listWebhookDeliveries', { params: { webhook: hook.id } })
    return body.deliveries
  }

  /** The webhook as the list shows it. */
  async shown(hook: Hook) {
    const { body } = await this.person.call('listWebhooks')
    return body.webhooks.find(({ _id }: { _id: string }) => _id === hook.id)
  }

  test = async (hook: Hook) => (await this.person.call('testWebhook', { params: { webhook: hook.id } })).body.delivery

  edit = (hook: Hook, body: object) => this.person.call('editWebhook', { params: { webhook: hook.id }, body })

  resend = (hook: Hook, delivery: string) =>
    this.person.call('resendWebhookDelivery', { params: { webhook: hook.id, delivery } })

  /** Waits until the newest delivery of the log has reached a final state. */
  async rests(hook: Hook, state: 'taken' | 'failed'): Promise<void> {
    await until(async () => (await this.log(hook))[0]?.state === state)
  }

  /** Waits until the newest delivery of the log has been tried this often, and its outcome is known. */
  async tried(hook: Hook, attempts: number): Promise<void> {
    await until(async () => {
      const [newest] = await this.log(hook)
      const { held } = await this.#app.ctx.db
        .selectFrom('webhook_deliveries')
        .select((column) => column.fn.count<number>('held_until').as('held'))
        .executeTakeFirstOrThrow()
      return newest?.attempts >= attempts && Number(held) === 0
    })
  }

  /** Makes everything that waits due at once. */
  async hurry(): Promise<void> {
    const { db } = this.#app.ctx
    await sql`update webhook_deliveries set next_at = now() where state = 'waiting'`.execute(db)
    await sql`
      update graphile_worker._private_jobs set run_at = now()
      where key like 'deliver-webhooks/%' and locked_at is null`.execute(db)
    await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(db)
  }

  /** A transfer of two files to Asha, and its events. */
  async sent() {
    const files = ['plans/a.txt', 'b.txt'].map((path) => ({ path, content: noise(10) }))
    const { id, slug } = await this.person.send({ files, emailTo: ['asha@rao-forge.example', 'ben@other.example'] })
    await this.#app.runJobs()
    const { db } = this.#app.ctx
    const [recipient] = await db
      .selectFrom('recipients')
      .select('id')
      .where('transfer_id', '=', id)
      .where('address', '=', 'asha@rao-forge.example')
      .execute()
    const named = await db.selectFrom('transfer_files').select('file_id').where('transfer_id', '=', id).execute()
    const recipientId = recipient?.id ?? ''
    const happen = (
      kind: 'opened' | 'finished' | 'stalled',
      judged: JudgedActor = human,
      ctx: Context = this.#app.ctx,
    ) =>
      recordEvents(
        ctx.db,
        ctx,
        { transferId: id, recipientId, judged, ip: '47.75.18.65', userAgent },
        kind === 'finished'
          ? named.map(({ file_id }, nth) => ({ kind, fileId: file_id, ...(nth === 0 ? handed : doubted) }))
          : [{ kind }],
      )
    return { id, slug, recipientId, happen }
  }
}
