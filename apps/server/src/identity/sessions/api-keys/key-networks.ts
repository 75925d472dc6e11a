import { BlockList, isIP } from 'node:net'
import { Problem } from '@waybill/contract/core/problems'

/**
 * The networks from which a key works, in CIDR form: '203.0.113.0/24', '2001:db8::/32', or one address. IPv4 mapped into
 * IPv6 is IPv4.
 */
const plain = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

/** In one form: with a prefix, without spaces. Null where the text is neither an address nor a network. */
function networkForm(typed: string): string | null {
  const [address = '', prefix, ...rest] = plain(typed.trim()).split('/')
  const family = isIP(address)
  const bits = family === 4 ? 32 : 128
  if (family === 0 || address.includes('%') || rest.length > 0) return null
  if (prefix === undefined) return `${address}/${bits}`
  return /^(?:0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= bits ? `${address}/${prefix}` : null
}

/** Each once. @throws Problem 'network-malformed' {position}, from 1 */
export function requireNetworks(typed: readonly string[]): string[] {
  const networks = typed.map((text, index) => {
    const network = networkForm(text)
    if (network === null) throw new Problem('network-malformed', { position: index + 1 })
    return network
  })
  return [...new Set(networks)]
}

/**
 * Whether a key with these networks works from `ip`; without any it works from everywhere. What a proxy
 * reports may be no address, such as 'unknown': no network has it.
 */
export function isAmong(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true
  const address = plain(ip)
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', prefix] = network.split('/')
    list.addSubnet(start, Number(prefix), isIP(start) === 4 ? 'ipv4' : 'ipv6')
  }
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
