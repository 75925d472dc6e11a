import { isIP } from 'node:net'
import { findAccount, findAccountOfAddress } from '../identity/accounts/index.ts'
import { networkOf } from '../platform/http/proxies/network.ts'
import { type SecurityEventName, securityEventNames } from '../platform/security-log/security-events.ts'
import { findSecurityRows, type ReadSecurityRow, type SecuritySearch } from '../platform/security-log/security-store.ts'
import { type Command, choiceOf, readWords, UsageError } from './command.ts'
import { typedAddress } from './typed-address.ts'
import { type OpenedDatabase, withDatabase } from './with-database.ts'

const MOST_ROWS = 100_000
const AGO = /^(\d{1,5})(m|h|d)$/
const SECONDS = { m: 60, h: 3_600, d: 86_400 } as const

export const readSecurity: Command = {
  help: `Usage: npm run waybill -- security [options]

Prints the security log, oldest line first: time (UTC), event, outcome, how often within that minute, account, address,
network, request, and facts. Columns are separated by tabs.

  --account <id or address>   What the account did, and what was tried in its name.
  --address <address>         The same for an address, which may have no account.
  --network <address>         What came from the network of an IP address: an IPv4 /24 or an IPv6 /64.
  --event <name>              One kind of event:
                              ${listed(securityEventNames)}.
  --outcome <outcome>         ok, failed, refused or limited.
  --since <time>              From this time on: 2026-11-23, 2026-11-23T14:00Z, or 30m, 24h, 7d ago.
  --until <time>              Before this time.
  --limit <number>            At most this many lines, the newest ones. Default: 200.
  --json                      Prints one JSON object per line.
`,
  async run(typed, print) {
    const text = { type: 'string' } as const
    const flags = { account: text, address: text, network: text, event: text, outcome: text, since: text, until: text }
    const options = { ...flags, limit: text, json: { type: 'boolean' } } as const
    const { values } = readWords(typed, { options, words: [] })
    const { event, outcome, account } = values
    const search: SecuritySearch = {
      address: values.address === undefined ? undefined : typedAddress(values.address),
      network: values.network === undefined ? undefined : typedNetwork(values.network),
      event: event === undefined ? undefined : choiceOf<SecurityEventName>('event', event, securityEventNames),
      outcome: outcome === undefined ? undefined : choiceOf('outcome', outcome, ['ok', 'failed', 'refused', 'limited']),
      limit: typedLimit(values.limit ?? '200'),
    }
    const times = [typedTime('since', values.since), typedTime('until', values.until)] as const
    const rows = await withDatabase(async (ctx) => {
      const [since, until] = times
      return findSecurityRows(ctx.db, { ...search, ...(await whoseRows(ctx, search, account)), since, until })
    })
    for (const row of rows) print(values.json ? `${JSON.stringify(row)}\n` : lineOf(row))
    return 0
  },
}

/** A search for an account covers its address and its id, whichever was typed. */
async function whoseRows(
  { db }: OpenedDatabase,
  { address }: SecuritySearch,
  account: string | undefined,
): Promise<Pick<SecuritySearch, 'accountId' | 'address'>> {
  const named = account ?? address
  if (named === undefined) return {}
  if (named.includes('@')) {
    const typed = typedAddress(named)
    return { address: typed, accountId: (await findAccountOfAddress(db, typed))?.id }
  }
  return { accountId: named, address: (await findAccount(db, named))?.email }
}

function typedNetwork(typed: string): string {
  const [address = ''] = typed.split('/')
  if (isIP(address) === 0) throw new UsageError(`The network must be an IP address, not '${typed}'.`)
  return networkOf(address)
}

function typedLimit(typed: string): number {
  const limit = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  if (limit < 1 || limit > MOST_ROWS) throw new UsageError(`The limit must be a whole number from 1 to ${MOST_ROWS}.`)
  return limit
}

/** An instant, or a number of seconds ago, which the database's clock resolves. */
function typedTime(name: string, typed: string | undefined): SecuritySearch['since'] {
  if (typed === undefined) return undefined
  const [, count, unit] = AGO.exec(typed) ?? []
  if (count !== undefined) return { secondsAgo: Number(count) * SECONDS[unit as keyof typeof SECONDS] }
  const isInstant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(typed)
  const at = new Date(typed)
  if (!isInstant || Number.isNaN(at.getTime())) {
    throw new UsageError(`--${name} must look like 2026-11-23, 2026-11-23T14:00Z or 24h, not '${typed}'.`)
  }
  return at
}

function lineOf(row: ReadSecurityRow): string {
  const facts = Object.entries(row.facts).map(([name, value]) => `${name}=${value}`)
  const who = [row.accountId ?? '-', row.address ?? '-', row.network ?? '-', row.requestId ?? '-']
  const words = [row.at.toISOString(), row.event, row.outcome, String(row.count), ...who, facts.join(' ')]
  return `${words.join('\t').trimEnd()}\n`
}

/** Broken into lines for the help. */
function listed(names: readonly string[]): string {
  const lines = ['']
  for (const name of names) {
    const last = lines.at(-1) as string
    if (last.length + name.length > 70) lines.push(name)
    else lines[lines.length - 1] = last === '' ? name : `${last}, ${name}`
  }
  return lines.join(',\n                              ')
}
