import { randomBytes } from 'node:crypto'
import { access, constants, link, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import { mailboxText } from '../mailbox/mailbox-address.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

/** One mail in the folder. */
export interface OutboxMail extends Omit<OutgoingMail, 'own'> {
  from: string
  /** The ISO instant at which the transport took it. */
  date: string
}

export interface OutboxOptions {
  dir: string
  from: string
  clock: Clock
}

/**
 * The port without a mail server: one JSON file per mail, named by its Message-ID. A file appears whole and synced or
 * not at all, and the first one of a Message-ID stays, so that a repeated delivery has no effect.
 */
export function openOutboxTransport({ dir, from, clock }: OutboxOptions): MailTransport {
  return {
    kind: 'outbox',
    async send(mail) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const { own, ...written } = mail
      const shown = own === undefined ? from : mailboxText(own.from)
      const kept: OutboxMail = { ...written, from: shown, date: new Date(clock.nowMs()).toISOString() }
      const isNew = await writeOnce(join(dir, outboxFileName(mail.messageId)), JSON.stringify(kept, null, 2))
      return { response: isNew ? 'kept in the outbox' : 'already in the outbox' }
    },
    async verify() {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await access(dir, constants.W_OK)
    },
    async close() {},
  }
}

/** Safe on every file system: only characters that encodeURIComponent leaves, '%' and digits. */
const outboxFileName = (messageId: string) => `${encodeURIComponent(messageId)}.json`

/** Returns false where the file already exists. */
async function writeOnce(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(draft)
    await syncFolder(join(file, '..'))
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a folder to sync it.
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
