import { listAllowances, monthKey, senderKeys } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Finding } from '../../uploads/index.ts'
import { listRecipientTokens } from '../recipients/recipient-store.ts'
import { recipientToken } from '../recipients/recipient-token.ts'
import { countAccountSends, countSends, listContradictions, listDrift } from '../sweep-store.ts'

const PAGE = 1_000

type Needs = Pick<Context, 'db' | 'masterKey'>

/**
 * Compares transfers with their uploads, recipients' links with the master key, and senders' counters with transfers.
 */
export async function checkTransfers(ctx: Needs): Promise<Finding[]> {
  const contradictions = await listContradictions(ctx.db)
  const drift = await listDrift(ctx.db)
  return [
    ...contradictions.map(({ id, what }) => ({ kind: 'transfer-contradiction', id, facts: { what } })),
    ...drift.map(({ id, what }) => ({ kind: 'list-drift', id, facts: { what } })),
    ...(await checkTokens(ctx)),
    ...(await checkSends(ctx)),
  ]
}

async function checkTokens({ db, masterKey }: Needs): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = '', isLast = false; !isLast; ) {
    const page = await listRecipientTokens(db, after, PAGE)
    for (const { id, token_hash } of page) {
      if (token_hash.equals(hashToken(recipientToken(masterKey, id)))) continue
      findings.push({ kind: 'recipient-token-off', id, facts: {} })
    }
    after = page.at(-1)?.id ?? ''
    isLast = page.length < PAGE
  }
  return findings
}

/** Adds up a network's days and an account's months: only a counter's key says which one it is. */
async function checkSends({ db }: Needs): Promise<Finding[]> {
  const [allowances, sends, accountSends] = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => [await listAllowances(tx), await countSends(tx), await countAccountSends(tx)] as const)
  const counted = new Map<string, number>()
  const found = new Map<string, number>()
  const add = (sums: Map<string, number>, key: string, more: number) => sums.set(key, (sums.get(key) ?? 0) + more)
  for (const { key, sends: more } of allowances) {
    // Mails are not sends; requests belong to their own module. Earlier versions counted recipients by day.
    if (more > 0 && !/^(?:mails|recipients|requests):/.test(key)) add(counted, withoutDate(key), more)
  }
  const erased: Erased = { sender: 0, network: 0 }
  for (const { address, deviceId, network, sends: more } of sends) {
    if (address === '') erased.sender += more
    else for (const key of senderKeys({ address, deviceId: deviceId ?? '' })) add(found, key, more)
    if (network === '') erased.network += more
    else add(found, `network:${network}`, more)
  }
  for (const { workspaceId, sends: more } of accountSends) add(found, withoutDate(monthKey(workspaceId, '')), more)
  const off = [...new Set([...counted.keys(), ...found.keys()])].flatMap((key) => {
    const facts = { sends: counted.get(key) ?? 0, found: found.get(key) ?? 0 }
    return facts.sends === facts.found ? [] : [{ kind: 'sends-off', id: key, facts }]
  })
  return off.filter(({ id, facts }) => !isOfErased(id, facts, off, erased))
}

/** Sends of erased records; those that were erased by an earlier version still name their network. */
interface Erased {
  sender: number
  network: number
}

type Off = Finding & { facts: { sends: number; found: number } }

/**
 * What was sent for free counts for ever, but an erased record no longer says for which address, device and network. The
 * counters of all addresses together, of all devices and of all networks, exceed what is found by as many as are erased.
 */
function isOfErased(key: string, { sends, found }: Off['facts'], off: readonly Off[], erased: Erased): boolean {
  const [kind] = key.split(':')
  if ((kind !== 'address' && kind !== 'device' && kind !== 'network') || sends < found) return false
  const more = off.filter(({ id, facts }) => id.startsWith(`${kind}:`) && facts.sends > facts.found)
  return (
    more.reduce((sum, { facts }) => sum + facts.sends - facts.found, 0) ===
    erased[kind === 'network' ? 'network' : 'sender']
  )
}

const withoutDate = (key: string): string => (/^(?:network|sends):/.test(key) ? key.replace(/:[^:]*$/, '') : key)
