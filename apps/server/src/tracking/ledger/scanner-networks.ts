import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Networks that scan mail and preview links, as their operators publish them: their visitors have not chosen to come. A
 * hint for page views only; it never blocks a download.
 */
const networks: Record<string, readonly string[]> = {
  'Microsoft 365': ['40.92.0.0/15', '40.107.0.0/16', '52.100.0.0/14', '52.238.78.88/32', '104.47.0.0/17'],
  Google: ['64.233.160.0/19', '66.102.0.0/20', '66.249.64.0/19', '72.14.192.0/18', '74.125.0.0/16', '209.85.128.0/17'],
  Proofpoint: ['67.231.144.0/20', '148.163.128.0/19', '185.132.180.0/22', '185.183.28.0/22'],
  Mimecast: [
    '91.220.42.0/24',
    '103.96.20.0/22',
    '146.101.78.0/24',
    '185.58.84.0/22',
    '195.130.217.0/24',
    '207.211.30.0/23',
  ],
  Barracuda: ['64.235.144.0/20', '209.222.80.0/21'],
  Facebook: [
    '31.13.24.0/21',
    '66.220.144.0/20',
    '69.63.176.0/20',
    '69.171.224.0/19',
    '173.252.64.0/18',
    '2a03:2880::/32',
  ],
  Telegram: ['91.108.4.0/22', '149.154.160.0/20'],
}

const lists = Object.entries(networks).map(([operator, blocks]) => {
  const list = new BlockList()
  for (const block of blocks) {
    const [net = '', bits] = block.split('/')
    list.addSubnet(net, Number(bits), isIPv4(net) ? 'ipv4' : 'ipv6')
  }
  return { operator, list }
})

/** The owner of the scanning network that the address lies in; null for any other. */
export function scannerNetwork(ip: string): string | null {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null
  if (family === null) return null
  return lists.find(({ list }) => list.check(address, family))?.operator ?? null
}
