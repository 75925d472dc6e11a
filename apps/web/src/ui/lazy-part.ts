import { type ComponentType, lazy } from 'react'

/** A component whose code is loaded on first use; `ui/load-code.ts` stands behind its `import()`. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))
