/** Sealing and opening, loaded when they are first needed. */
export const loadSealing = () => import('@waybill/sealing')

/** Why this page can seal and open nothing; null where it can. Browsers keep their cryptography to secure pages. */
export function sealingTrouble(): 'insecure' | null {
  return globalThis.isSecureContext && globalThis.crypto?.subtle ? null : 'insecure'
}
