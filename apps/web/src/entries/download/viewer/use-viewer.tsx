import { type ComponentType, useState } from 'react'
import type { ViewerProps } from './viewer.tsx'

/**
 * The viewer's code comes with the first look; until then nothing of it is loaded. `loadAll` fetches the files that did
 * not come with the page: the viewer shows them too.
 */
export function useViewer(loadAll: () => void) {
  const [looking, setLooking] = useState<{ first: string | null } | null>(null)
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const look = (first: string | null) => {
    setFailed(false)
    setLooking({ first })
    loadAll()
    import('./viewer.tsx').then(
      (loaded) => setViewer(() => loaded.Viewer),
      () => {
        setFailed(true)
        setLooking(null)
      },
    )
  }
  const close = () => setLooking(null)
  return { Viewer: looking && Viewer, first: looking?.first ?? null, hasFailed, look, close }
}
