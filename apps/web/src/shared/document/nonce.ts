import { setNonce } from 'get-nonce'

/** The nonce of this response, which the browser reveals to scripts only; code that writes style sheets gets it too. */
export function takeNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''
  if (nonce) setNonce(nonce)
  return nonce
}
