import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { ensureDovecot } from '../../../../scripts/install/ensure-dovecot.ts'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'

const IMAP_USER = 'bounce@waybill.example'
export const IMAP_PASSWORD = 'p@ss/word:%'

/** Debian's account without any rights. */
const NOBODY = { uid: 65_534, gid: 65_534, user: 'nobody', group: 'nogroup' }

/** A real Dovecot without any privilege, in its own folder on a loopback port, with one account. */
export class ImapInbox {
  readonly port: number
  readonly #folder: string
  readonly #account: Account
  #process: ChildProcess | null = null
  #delivered = 0

  private constructor(folder: string, port: number, account: Account) {
    this.#folder = folder
    this.port = port
    this.#account = account
  }

  static async open(): Promise<ImapInbox> {
    ensureDovecot()
    const folder = await mkdtemp(join(tmpdir(), 'waybill-imap-'))
    const inbox = new ImapInbox(folder, await freePort(), ownAccount())
    await inbox.#lay()
    await inbox.up()
    return inbox
  }

  get url(): string {
    return this.urlWith(IMAP_PASSWORD)
  }

  urlWith(password: string): string {
    return `imap://${encodeURIComponent(IMAP_USER)}:${encodeURIComponent(password)}@127.0.0.1:${this.port}`
  }

  /** Accepts connections from now on. */
  async up(): Promise<void> {
    const { uid, gid } = this.#account
    this.#process = spawn('/usr/sbin/dovecot', ['-F', '-c', join(this.#folder, 'dovecot.conf')], {
      cwd: this.#folder,
      stdio: 'ignore',
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    })
    await until(() => this.#answers())
  }

  async down(): Promise<void> {
    const child = this.#process
    this.#process = null
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill()
    await gone
  }

  /** Puts a mail into the mailbox like a delivery agent: writes it aside, then renames it. */
  async deliver(...mails: Array<string | Uint8Array>): Promise<void> {
    for (const mail of mails) {
      this.#delivered += 1
      const file = join(this.#folder, 'mail', 'new', `${1_700_000_000 + this.#delivered}.${this.#delivered}.test`)
      await writeFile(file, mail)
      await this.#own(file)
    }
  }

  /** How many mails are marked as read, and how many are not. */
  async counts(): Promise<{ read: number; unread: number }> {
    const [fresh, cur] = await Promise.all(['new', 'cur'].map((name) => readdir(join(this.#folder, 'mail', name))))
    const read = (cur ?? []).filter((name) => /,\w*S/.test(name)).length
    return { read, unread: (fresh ?? []).length + (cur ?? []).length - read }
  }

  async close(): Promise<void> {
    await this.down()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #lay(): Promise<void> {
    await this.#own(this.#folder)
    for (const name of ['run', 'state', 'mail', 'mail/new', 'mail/cur', 'mail/tmp']) {
      await mkdir(join(this.#folder, name))
      await this.#own(join(this.#folder, name))
    }
    await writeFile(join(this.#folder, 'dovecot.conf'), configOf(this.#folder, this.port, this.#account))
    const { uid, gid } = this.#account
    await writeFile(
      join(this.#folder, 'users'),
      `${IMAP_USER}:{PLAIN.b64}${Buffer.from(IMAP_PASSWORD).toString('base64')}:${uid}:${gid}::${this.#folder}\n`,
    )
    for (const name of ['dovecot.conf', 'users']) await this.#own(join(this.#folder, name))
  }

  async #own(path: string): Promise<void> {
    if (process.getuid?.() === 0) await chown(path, this.#account.uid, this.#account.gid)
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1')
      const settle = (isUp: boolean) => {
        socket.destroy()
        resolve(isUp)
      }
      socket.once('data', () => settle(true))
      socket.once('error', () => settle(false))
      socket.once('close', () => settle(false))
    })
  }
}

type Account = typeof NOBODY

function ownAccount(): Account {
  if (process.getuid?.() === 0) return NOBODY
  const { uid, gid, username } = userInfo()
  return { uid, gid, user: username, group: String(gid) }
}

const configOf = (folder: string, port: number, { user, group, uid }: Account) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
instance_name = waybill-test-${port}
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = ${uid}
last_valid_uid = ${uid}
mail_location = maildir:${folder}/mail
auth_mechanisms = plain
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service stats {
  chroot =
}
`
