import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

if (!process.versions.node.startsWith('24.')) {
  process.stderr.write(`Waybill needs Node 24; this is ${process.versions.node}.\n`)
  process.exit(1)
}
// Half of a start is reading code: what was compiled is kept for the next one. Where that folder cannot be written,
// nothing is kept and nothing else changes.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/waybill'))
await import('./run-server.ts')
flushCompileCache()
