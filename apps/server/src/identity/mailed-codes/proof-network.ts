import type { MasterKey } from '../../platform/config/master-key.ts'

/** The stored form of the network in which an address was proven: no table reveals who was where. */
export const proofNetwork = (masterKey: Pick<MasterKey, 'mac'>, network: string): Uint8Array =>
  masterKey.mac('proof-network', network)
