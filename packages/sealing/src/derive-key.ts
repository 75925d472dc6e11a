import type { WrappedKey } from '@waybill/contract/requests/shapes'
import type { Bytes } from './bytes.ts'

export type DeriveParameters = Pick<WrappedKey, 'memoryKib' | 'passes' | 'lanes'>

/** Derives 32 bytes from a passphrase by argon2id (RFC 9106). Rejects with SealingError 'no-memory'. */
export type DeriveKey = (passphrase: Bytes, salt: Bytes, parameters: DeriveParameters) => Promise<Bytes>

/** 64 MiB, three passes: RFC 9106's second choice, with one lane, since a browser's worker has no more. */
export const USUAL_PARAMETERS: DeriveParameters = { memoryKib: 65_536, passes: 3, lanes: 1 }
