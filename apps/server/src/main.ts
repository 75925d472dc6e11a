import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { requireNode } from './require-node.ts'

requireNode()
// Half of a start is reading code: the compiled code is cached for the next one. Where that folder is not writable,
// nothing is cached and nothing else changes.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/waybill'))
await import('./run-server.ts')
flushCompileCache()
