import { BlockList, isIPv4 } from 'node:net'

/** Whether an address lies in one of the blocks of TRUSTED_PROXIES. */
export function isProxyIn(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', bits] = block.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => {
    const plain = address
      .toLowerCase()
      .replace(/^::ffff:(?=\d+\.)/, '')
      .replace(/%.*$/, '')
    return list.check(plain, familyOf(plain))
  }
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
