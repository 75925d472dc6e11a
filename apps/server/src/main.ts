import { enableCompileCache, flushCompileCache } from 'node:module'
import { CODE_CACHE } from './code-cache.ts'
import { requireNode } from './require-node.ts'

requireNode()
// Half of a start is reading code: the compiled code is cached for the next one. Where that folder is not writable,
// nothing is cached and nothing else changes.
enableCompileCache(CODE_CACHE)
await import('./run-server.ts')
flushCompileCache()
