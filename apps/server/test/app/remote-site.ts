/** A server in another process, with the interface of a test app. */
import type { Site } from '../people/people.ts'
import { MAILBOX_JSON } from './operator-token.ts'
import { callOver } from './site-call.ts'
import type { OutboxMail } from './test-app.ts'
import { until } from './until.ts'

/** `readMails` returns all mails that the server sent, newest first; by default from its mailbox. */
export function remoteSite(origin: string, readMails = () => readMailbox(origin)): Site {
  const fetchThere: Site['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    return fetch(new URL(path, origin), { redirect: 'manual', ...init, headers })
  }
  return {
    origin,
    fetch: fetchThere,
    call: (name, options) => callOver(fetchThere, name, options),
    /** Waits for the first one. */
    async mails(address?: string): Promise<OutboxMail[]> {
      let found: OutboxMail[] = []
      await until(async () => {
        const mails = await readMails()
        found = address === undefined ? mails : mails.filter((mail) => mail.to === address)
        return found.length > 0
      })
      return found
    },
  }
}

const readMailbox = async (origin: string): Promise<OutboxMail[]> =>
  (await (await fetch(new URL(MAILBOX_JSON, origin))).json()) as OutboxMail[]
