import { SUPPLIER_OWNER } from '../upload-store.ts'
import type { CredentialScene } from './storage-key-store.ts'

export type CredentialType = 'userUpload' | 'anonUpload' | 'request' | 'teamMember' | 'teamUpload'

/** Who asks: an account, or a client with the upload's token. */
export interface CredentialCaller {
  accountId: string | null
  hasToken: boolean
}

/**
 * Whether the caller may get credentials for an upload that they say is of this type: an account for what it sends, the
 * holder of the token for anything. The team's admin is never believed, only compared.
 */
export function mayHaveCredentials(
  { accountId, hasToken }: CredentialCaller,
  { type, adminId }: { type: CredentialType; adminId: string | undefined },
  { upload, adminId: ownAdminId }: CredentialScene,
): boolean {
  const isSupplied = upload.owner_address.startsWith(SUPPLIER_OWNER)
  if (adminId !== undefined && adminId !== ownAdminId) return false
  if (type === 'request') return hasToken && isSupplied
  if (type === 'anonUpload') return hasToken && !isSupplied && upload.account_id === null
  if (isSupplied || upload.account_id === null) return false
  if (type === 'teamMember' && adminId === undefined) return false
  return hasToken || accountId === upload.account_id
}
