import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** As the mailbox shows it. */
export interface OutboxMail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  date: string
}

/**
 * The folder where a server without SMTP_URL keeps its mails. Tests ask for the newest mails very often, and the
 * mailbox reads every mail each time; this reads each file once, because a mail never changes.
 */
export class OutboxFolder {
  readonly #dir: string
  readonly #known = new Map<string, OutboxMail>()

  constructor(dataDir: string) {
    this.#dir = join(dataDir, 'outbox')
  }

  /** Newest first. */
  async mails(): Promise<OutboxMail[]> {
    const names = await readdir(this.#dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const mails: OutboxMail[] = []
    for (const name of names) if (name.endsWith('.json')) mails.push(await this.#mail(name))
    return mails.sort((one, other) => other.date.localeCompare(one.date))
  }

  async #mail(name: string): Promise<OutboxMail> {
    const known = this.#known.get(name)
    if (known) return known
    const { to, from, subject, text, html, date } = JSON.parse(await readFile(join(this.#dir, name), 'utf8'))
    const mail: OutboxMail = { to, from, subject, text, html, date }
    this.#known.set(name, mail)
    return mail
  }
}
