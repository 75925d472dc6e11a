/** Sealing and opening, loaded on first use. */
export const loadSealing = () => import('@waybill/sealing')

/** Why this page cannot seal or open; null where it can. Browsers limit their cryptography to secure pages. */
export function sealingTrouble(): 'insecure' | null {
  return globalThis.isSecureContext && globalThis.crypto?.subtle ? null : 'insecure'
}
