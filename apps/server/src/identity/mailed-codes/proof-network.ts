import type { MasterKey } from '../../platform/config/master-key.ts'

/** What is kept of the network in which an address was proven: no table tells who was where. */
export const proofNetwork = (masterKey: Pick<MasterKey, 'mac'>, network: string): Uint8Array =>
  masterKey.mac('proof-network', network)
