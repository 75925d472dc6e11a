/** Signing with the server's own key, which anyone with the list of public keys can check. */
export { makeSigner, type Signed, type Signer } from './signer.ts'
export {
  findSigningKey,
  listForeignKeys,
  listKeys,
  pemOf,
  publicKeysById,
  renewReceiptKey,
  rotateReceiptKey,
  type SigningKey,
} from './signing-key.ts'
export { keyInUse } from './signing-key-store.ts'
