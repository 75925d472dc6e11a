import { type ComponentType, lazy } from 'react'
import { patiently } from './line.ts'

/**
 * A component whose code is loaded on first use; `shared/loading/load-code.ts` stands behind its `import()`. What does
 * not come for want of a line is waited for: React would keep the failure for as long as the page lives.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await patiently(load) }))
