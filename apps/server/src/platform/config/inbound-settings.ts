import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseAddress } from './setting-forms.ts'

/** The mailbox that receives undeliverable mails. */
export interface InboundSettings {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS, and no TLS only on this machine. */
  isTls: boolean
  user: string
  password: string
  folder: string
  /** Mails leave from `bounceName+token@bounceDomain`. */
  bounceName: string
  bounceDomain: string
}

const URL_NAME = 'INBOUND_IMAP_URL'
const EXAMPLE = 'imaps://user:password@host:993/INBOX'
/** The local part may have 64 characters (RFC 5321, 4.5.3.1.1); the plus and the token take 41. */
const MAX_NAME_CHARS = 23

/** The settings for returned mails, or null when none is set. Throws ConfigError when the group is half set. */
export function readInbound(get: Get): InboundSettings | null {
  const [text, address] = [get(URL_NAME), get('BOUNCE_ADDRESS')]
  if (text === undefined && address === undefined) return null
  if (text === undefined) throw new ConfigError(URL_NAME, 'is missing while BOUNCE_ADDRESS is set.')
  if (get('SMTP_URL') === undefined) {
    throw new ConfigError(
      'SMTP_URL',
      `is missing while ${URL_NAME} is set. Without it no emails are sent, so none can be returned.`,
    )
  }
  const mailbox = parseMailboxUrl(text)
  return { ...mailbox, ...parseBounceAddress(address ?? mailbox.user, address !== undefined) }
}

type Mailbox = Omit<InboundSettings, 'bounceName' | 'bounceDomain'>

/** The value holds a password, so no message quotes it. */
function parseMailboxUrl(text: string): Mailbox {
  const url = /^imaps?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : null
  const host = url?.hostname.replace(/^\[(.+)\]$/, '$1') ?? ''
  const isHost = isIP(host) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(host)
  const [user, password, folder] = [url?.username, url?.password, url?.pathname.slice(1)].map(decoded)
  if (!url || !isHost || !user || !password || folder === null || url.port === '0' || url.search || url.hash) {
    throw new ConfigError(URL_NAME, `must look like ${EXAMPLE}, with signs such as @ and / written as %40 and %2F.`)
  }
  const isTls = url.protocol === 'imaps:'
  const port = url.port === '' ? (isTls ? 993 : 143) : Number(url.port)
  return { host, port, isTls, user, password, folder: folder || 'INBOX' }
}

/** Null where the text is malformed, or holds a character that ends an IMAP line. */
function decoded(text = ''): string | null {
  try {
    const plain = decodeURIComponent(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    return /[\x00-\x1f\x7f]/.test(plain) ? null : plain
  } catch {
    return null
  }
}

function parseBounceAddress(text: string, isSaid: boolean): Pick<InboundSettings, 'bounceName' | 'bounceDomain'> {
  if (!isSaid && !text.includes('@')) {
    throw new ConfigError('BOUNCE_ADDRESS', `is missing, and the user of ${URL_NAME} is not an email address.`)
  }
  const address = parseAddress('BOUNCE_ADDRESS', text)
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at)
  if (name.includes('+') || name.length > MAX_NAME_CHARS) {
    throw new ConfigError(
      'BOUNCE_ADDRESS',
      `must have at most ${MAX_NAME_CHARS} characters and no + before its @, not '${text}'. Emails are sent from name+token@host.`,
    )
  }
  return { bounceName: name, bounceDomain: address.slice(at + 1).toLowerCase() }
}
