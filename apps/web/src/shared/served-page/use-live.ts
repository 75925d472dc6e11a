import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False where the server renders and while the browser hydrates; true once scripts run. */
export function useHasScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
