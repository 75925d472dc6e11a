import { setNonce } from 'get-nonce'

/** The nonce of this response, which the browser shows to scripts alone; also told to parts that write style sheets. */
export function takeNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''
  if (nonce) setNonce(nonce)
  return nonce
}
