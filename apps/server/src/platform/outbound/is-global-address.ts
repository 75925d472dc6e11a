import { BlockList, isIP } from 'node:net'

/**
 * Whether an address may belong to anybody on the internet: global unicast. Pure. Everything else is refused: this
 * machine, its networks and carriers, link-local, documentation, tests, multicast, and every form that embeds an IPv4
 * address in an IPv6 one (IANA's registries of special-purpose addresses, RFC 6890).
 */
const barred4 = blocks('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT (RFC 6598); some clouds serve their metadata here
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // a public address, but a cloud's own service when called from inside it
  ['169.254.0.0', 16], // link-local; most clouds serve their metadata here
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
])

/**
 * All addresses assigned to hosts so far. Mapped, translated (NAT64), private, link-local and multicast addresses lie
 * outside.
 */
const given6 = blocks('ipv6', [['2000::', 3]])

const barred6 = blocks('ipv6', [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarking
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: holds an IPv4 address
  ['3fff::', 20], // documentation
])

/** `address` as a resolver returns it. False for a name, and for an address with a zone. */
export function isGlobalAddress(address: string): boolean {
  if (address.includes('%')) return false
  const version = isIP(address)
  if (version === 4) return !barred4.check(address, 'ipv4')
  return version === 6 && given6.check(address, 'ipv6') && !barred6.check(address, 'ipv6')
}

function blocks(family: 'ipv4' | 'ipv6', list: ReadonlyArray<readonly [network: string, bits: number]>): BlockList {
  const made = new BlockList()
  for (const [network, bits] of list) made.addSubnet(network, bits, family)
  return made
}
