import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../clock.ts'
import { readMailbox } from '../mailbox/mailbox.ts'
import { mailboxAddressOf } from '../mailbox/mailbox-address.ts'
import { describeMailTransport, FROM, sampleMail, type TransportUnderTest } from './mail.conformance.ts'
import { openOutboxTransport } from './outbox-transport.ts'

async function open(): Promise<TransportUnderTest & { dir: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-outbox-'))
  const dir = join(folder, 'outbox')
  const transport = openOutboxTransport({ dir, from: FROM, clock: systemClock })
  return {
    dir,
    transport,
    arrived: async () =>
      (await readMailbox(dir)).map((mail) => ({
        recipients: [mail.to],
        from: mailboxAddressOf(mail.from),
        to: [mail.to],
        replyTo: mail.replyTo === null ? [] : [mail.replyTo],
        messageId: mail.messageId,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: new Map(Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), value])),
      })),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

describe('the folder outbox', () => {
  describeMailTransport(open)

  test('holds one file per Message-ID and keeps the first', async () => {
    const { transport, dir, close } = await open()
    const mail = sampleMail({ subject: 'first' })
    await Promise.all(Array.from({ length: 8 }, () => transport.send(mail)))
    const again = await transport.send({ ...mail, subject: 'second' })
    expect(again.response).toBe('already in the outbox')
    expect(await readdir(dir)).toHaveLength(1)
    expect((await readMailbox(dir)).map(({ subject }) => subject)).toEqual(['first'])
    await close()
  })

  test.each(['../../x@evil', 'a/b\\c@d', 'id@[::1]', '..@.', 'con@nul'])(
    'keeps %s inside its folder',
    async (messageId) => {
      const { transport, dir, close } = await open()
      await transport.send(sampleMail({ messageId }))
      expect(await readdir(dir)).toEqual([`${encodeURIComponent(messageId)}.json`])
      expect(await readdir(join(dir, '..'))).toEqual(['outbox'])
      await close()
    },
  )

  test('lets only its owner read it', async () => {
    const { transport, dir, close } = await open()
    await transport.send(sampleMail())
    const [name = ''] = await readdir(dir)
    expect((await stat(dir)).mode & 0o077).toBe(0)
    expect((await stat(join(dir, name))).mode & 0o077).toBe(0)
    await close()
  })
})
