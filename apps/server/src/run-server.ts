import { readConfig } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { StartError } from './config/start-error.ts'
import { makeLog } from './log.ts'
import { startServer } from './start-server.ts'

const REPEATED_SIGNAL_MS = 3_000

/** Starts the server of this process's environment and stops it when asked to, also while it is still starting. */
try {
  const asked = listenForStop()
  const config = readConfig(readEnv())
  const server = await startServer(config, makeLog(config.logLevel))
  process.stdout.write(`Waybill is ready at ${config.publicUrl.origin}\n`)
  asked
    .then(() => server.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    )
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/**
 * Resolves at the first SIGINT or SIGTERM. A terminal and npm both deliver Ctrl-C: the repeat must not cut the graceful
 * stop short; one that comes later may.
 */
function listenForStop(): Promise<void> {
  const asked = Promise.withResolvers<void>()
  let askedAt = 0
  const onSignal = () => {
    const now = performance.now()
    if (askedAt > 0 && now - askedAt > REPEATED_SIGNAL_MS) process.exit(1)
    askedAt ||= now
    asked.resolve()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return asked.promise
}
