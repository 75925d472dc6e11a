import { type ComponentType, lazy } from 'react'
import { patiently } from './line.ts'

/**
 * A component whose code loads on first use, through `shared/loading/load-code.ts` behind its `import()`. It waits for
 * code that fails for lack of a connection: React would keep the failure for the life of the page.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await patiently(load) }))
