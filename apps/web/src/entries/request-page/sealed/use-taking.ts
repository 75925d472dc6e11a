import { sealingTrouble } from '../../../shared/sealing/load-sealing.ts'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { useSessionState } from '../submission-session.tsx'

/**
 * Whether this page can take files. Those of a sealed request only scripts can seal: until they run it has no field for
 * any, so that nothing leaves the device as it is; and in a browser that has no cryptography, 'never'.
 */
export function useTaking(): 'now' | 'with-scripts' | 'never' {
  const isLive = useHasScripts()
  const isSealed = useSessionState(({ request }) => request.sealing !== null)
  if (!isSealed) return 'now'
  if (!isLive) return 'with-scripts'
  return sealingTrouble() === null ? 'now' : 'never'
}
