/**
 * The token of a reset link. The page removes it from the address at once and stores it for this tab alone, so that a
 * reload does not lose it.
 */
const KEY = 'waybill-reset'
let held: string | null = null

/** Stores the token of an address; false where it had none. */
export function takeResetToken(token: string | undefined): boolean {
  if (token === undefined) return false
  held = token
  storing((storage) => storage.setItem(KEY, token))
  return true
}

export function readResetToken(): string | null {
  return held ?? storing((storage) => storage.getItem(KEY)) ?? null
}

export function forgetResetToken(): void {
  held = null
  storing((storage) => storage.removeItem(KEY))
}

/** Where storage is forbidden only the memory has it. */
function storing<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
