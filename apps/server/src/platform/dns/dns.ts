import { NODATA, NOTFOUND, promises } from 'node:dns'
import type { Config } from '../config/config.ts'

/**
 * Looks up records at the operator's resolvers. An answer is what they say for certain: records, or that there are
 * none. Whatever else happens is 'unknown': a time-out, a refusal, a broken answer, an answer without a record in it.
 */
export interface Dns {
  /** The name that this one stands for; at most one where a zone is valid. */
  cname(name: string): Promise<Records>
  /** Each text whole, as one string. */
  txt(name: string): Promise<Records>
  /** IPv4 and IPv6 addresses, of the end of the chain. */
  addresses(name: string): Promise<Records>
}

export type Records = { kind: 'found'; values: string[] } | { kind: 'none' } | { kind: 'unknown'; because: string }

const TIMEOUT_MS = 1_500
const TRIES = 2
/** Records of one answer that are read; a zone may hold any number. */
const MOST_RECORDS = 64
const MOST_CHARS = 1_024

export function openDns({ dnsServers }: Pick<Config, 'dnsServers'>): Dns {
  const ask = async (query: (resolver: promises.Resolver) => Promise<string[]>): Promise<Records> => {
    // One for each query: an own resolver can be ended, and shares no state with others.
    const resolver = new promises.Resolver({ timeout: TIMEOUT_MS, tries: TRIES, maxTimeout: TIMEOUT_MS })
    if (dnsServers.length > 0) resolver.setServers(dnsServers)
    try {
      const values = await query(resolver)
      if (values.length === 0) return { kind: 'unknown', because: 'EMPTY' }
      return { kind: 'found', values: values.slice(0, MOST_RECORDS).map((value) => value.slice(0, MOST_CHARS)) }
    } catch (error) {
      const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException
      return code === NOTFOUND || code === NODATA ? { kind: 'none' } : { kind: 'unknown', because: code }
    }
  }
  return {
    cname: (name) => ask(async (resolver) => (await resolver.resolveCname(name)).map(plainName)),
    txt: (name) => ask(async (resolver) => (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))),
    addresses: async (name) => {
      const [four, six] = await Promise.all([
        ask((resolver) => resolver.resolve4(name)),
        ask((resolver) => resolver.resolve6(name)),
      ])
      // Half an answer would compare as another host.
      const missing = [four, six].find(({ kind }) => kind === 'unknown')
      if (missing !== undefined) return missing
      const values = [four, six].flatMap((one) => (one.kind === 'found' ? one.values : []))
      return values.length > 0 ? { kind: 'found', values } : { kind: 'none' }
    },
  }
}

/** Names compare without case and without the root's dot. */
const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')
