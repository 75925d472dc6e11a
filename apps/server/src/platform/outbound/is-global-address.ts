import { BlockList, isIP } from 'node:net'

/**
 * Whether an address is one that anybody on the internet may be meant by: global unicast. Pure. Everything else is
 * refused: this machine, its networks and carriers, links, documentation, tests, groups, and every form that carries an
 * IPv4 address inside an IPv6 one (IANA's registries of special-purpose addresses, RFC 6890).
 */
const barred4 = blocks('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carriers' own (RFC 6598); some clouds answer about their machines here
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // public by number, but a cloud's own machine wherever it is asked from inside
  ['169.254.0.0', 16], // the link; most clouds answer about their machines here
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // protocols
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // measurements
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // groups
  ['240.0.0.0', 4], // reserved, and the broadcast
])

/** All that is given out to hosts so far. Mapped, translated (NAT64), private, link and group addresses lie outside. */
const given6 = blocks('ipv6', [['2000::', 3]])

const barred6 = blocks('ipv6', [
  ['2001::', 23], // protocols: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: holds an IPv4 address
  ['3fff::', 20], // documentation
])

/** `address` as a resolver gives it. False for a name, and for an address with a zone. */
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
