import type { ImapFlow } from 'imapflow'
import type { Clock } from '../../clock.ts'
import type { InboundSettings } from '../../config/inbound-settings.ts'

/** How much of a mail is fetched: a report has its details before the copy of the mail it is about. */
export const MAX_FETCHED_BYTES = 256 * 1024
const AT_ONCE = 25
/** After this time no further mail is begun; the next look continues. */
const LOOK_MS = 40_000
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 30_000
const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 30 * 60_000
/** Limits on what a server can make us buffer of one answer. */
const LIMITS = { maxLineLength: 16 << 20, maxLiteralSize: 1 << 20, maxResponseSize: 32 << 20 }

/** Why the mailbox could not be read; without the dialogue with the server, which may hold the password. */
export class MailboxAway extends Error {
  override readonly name = 'MailboxAway'
  /** Consecutive failed looks. */
  readonly failures: number

  constructor(reason: string, failures: number) {
    super(reason)
    this.failures = failures
  }
}

export interface BounceMailbox {
  /**
   * Passes on unread mails, at most 256 KiB of each, and marks handled ones as read: each once, except after a kill in
   * between. Does nothing during the pause after failures, each twice as long as the one before.
   *
   * @throws MailboxAway; whatever `take` throws
   */
  takeUnread(take: (raw: Uint8Array) => Promise<void>): Promise<void>
  /** Ends the looks in progress. */
  close(): Promise<void>
}

/**
 * The mailbox over IMAP (RFC 9051). Connects at each look, not here. The library loads at the first one: a server without
 * a mailbox never holds its 10 MB.
 */
export function openBounceMailbox(settings: InboundSettings, clock: Clock): BounceMailbox {
  let failures = 0
  let restsUntilMs = 0
  const clients = new Set<ImapFlow>()
  return {
    async takeUnread(take) {
      if (clock.nowMs() < restsUntilMs) return
      const client = await clientOf(settings)
      clients.add(client)
      // Whatever the error is, the command that waits for an answer fails too.
      client.on('error', () => {})
      let taken: { error: unknown } | null = null
      try {
        await look(client, settings.folder, clock.nowMs() + LOOK_MS, clock, async (raw) => {
          await take(raw).catch((error) => {
            taken = { error }
            throw error
          })
        })
        failures = 0
      } catch (error) {
        if (taken !== null) throw error
        failures += 1
        restsUntilMs = clock.nowMs() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - 1))
        throw new MailboxAway(reasonOf(error), failures)
      } finally {
        client.close()
        clients.delete(client)
      }
    },
    async close() {
      for (const client of clients) client.close()
    },
  }
}

async function clientOf({ host, port, isTls, user, password }: InboundSettings): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow')
  return new Client({
    host,
    port,
    secure: isTls,
    // The password never leaves this machine unencrypted.
    ...(isTls || isThisMachine(host) ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    ...LIMITS,
  })
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

async function look(
  client: ImapFlow,
  folder: string,
  untilMs: number,
  clock: Clock,
  take: (raw: Uint8Array) => Promise<void>,
): Promise<void> {
  await client.connect()
  await client.mailboxOpen(folder)
  const unread = (await client.search({ seen: false, deleted: false }, { uid: true })) || []
  for (let at = 0; at < unread.length && clock.nowMs() < untilMs; at += AT_ONCE) {
    const range = unread.slice(at, at + AT_ONCE).join(',')
    const mails = await client.fetchAll(range, { source: { maxLength: MAX_FETCHED_BYTES } }, { uid: true })
    for (const { uid, source } of mails) {
      if (source) await take(source)
      const isMarked = await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      if (!isMarked) throw Object.assign(new Error(), { code: 'CannotMarkAsRead' })
    }
  }
  await client.logout()
}

function reasonOf(error: unknown): string {
  const { code, authenticationFailed, responseStatus } = error as Record<string, unknown>
  if (authenticationFailed === true) return 'user or password refused'
  const said = [code, responseStatus].find((one) => typeof one === 'string' && /^\w{1,40}$/.test(one))
  return typeof said === 'string' ? said : 'no sense to be made of its answers'
}
