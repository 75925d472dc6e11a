import { sealingTrouble } from '../../../shared/sealing/load-sealing.ts'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { useSessionState } from '../submission-session.tsx'

/**
 * Whether this page can take files. Only scripts can seal the files of a sealed request: until they run the page has no
 * file field, so that no file leaves the device unsealed; in a browser without cryptography, 'never'.
 */
export function useTaking(): 'now' | 'with-scripts' | 'never' {
  const isLive = useHasScripts()
  const isSealed = useSessionState(({ request }) => request.sealing !== null)
  if (!isSealed) return 'now'
  if (!isLive) return 'with-scripts'
  return sealingTrouble() === null ? 'now' : 'never'
}
