import { isIPv4 } from 'node:net'

/** The source of a request. The address of a connection that broke before it was accepted is unknown. */
export const clientAddress = (request: { ip?: string | undefined }): string => request.ip ?? '0.0.0.0'

/**
 * The network that an address counts against: '203.0.113.0/24', '2001:db8:1:2::/64'. IPv4 mapped into IPv6 counts as
 * IPv4.
 */
export function networkOf(ip: string): string {
  const address = ip
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return `${expand(address).slice(0, 4).join(':')}::/64`
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
