import { readConfig } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { StartError } from './config/start-error.ts'
import { makeLog } from './log.ts'
import { startServer } from './start-server.ts'

const REPEATED_SIGNAL_MS = 3_000

if (!process.versions.node.startsWith('24.')) {
  process.stderr.write(`Waybill needs Node 24; this is ${process.versions.node}.\n`)
  process.exit(1)
}
try {
  const config = readConfig(readEnv())
  const log = makeLog(config.logLevel)
  const server = await startServer(config, log)
  process.stdout.write(`Waybill is ready at ${config.publicUrl.origin}\n`)

  // A terminal and npm both deliver Ctrl-C: the repeat must not cut the graceful stop short, a later one may.
  let askedAt = 0
  const stop = () => {
    const now = performance.now()
    if (askedAt > 0 && now - askedAt > REPEATED_SIGNAL_MS) process.exit(1)
    if (askedAt > 0) return
    askedAt = now
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
