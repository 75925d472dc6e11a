import { ContentError, openContent } from './content/index.ts'
import type { Context } from './context.ts'
import { guardProcess } from './guard-process.ts'
import { readConfig } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import { readEnv } from './platform/config/env.ts'
import { StartError } from './platform/config/start-error.ts'
import { linkTo, paths } from './platform/links.ts'
import { makeServerLog } from './platform/log.ts'
import { giveBackMemory } from './platform/threads/give-back-memory.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { tellSupervisor } from './supervised.ts'

const REPEATED_SIGNAL_MS = 3_000
/** Requests that waited for the start are served first. */
const GIVE_BACK_MEMORY_AFTER_MS = 3_000
/** For a process that ends because of a bug (EX_SOFTWARE of sysexits.h). */
const BUG = 70

/** Starts the server with this process's environment and stops it on request, even while it is still starting. */
let server: RunningServer | null = null
try {
  const asked = listenForStop()
  const config = readConfig(readEnv())
  const log = makeServerLog(config, process.stderr.isTTY)
  guardProcess(log, (error) => void endForBug(error))
  // A wrong article ends the start before anything is opened.
  openContent(config).check()
  server = await startServer(config, log)
  const { stop } = server
  process.stdout.write(`Waybill is ready at ${config.publicUrl.origin}\n${mailboxLine(server.ctx)}`)
  void tellSupervisor({ kind: 'ready' })
  setTimeout(giveBackMemory, GIVE_BACK_MEMORY_AFTER_MS).unref()
  asked.then(stop).then(
    () => process.exit(0),
    () => process.exit(1),
  )
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  const isFinal = error instanceof ConfigError || error instanceof ContentError
  await tellSupervisor({ kind: 'refused', reason: error.message, isFinal })
  process.exit(1)
}

/** Running work may finish as at any other stop. A second such bug ends it at once. */
async function endForBug(error: Error): Promise<void> {
  const running = server
  server = null
  await tellSupervisor({ kind: 'failing', reason: error.message })
  await running?.stop().catch(() => undefined)
  process.exit(BUG)
}

/**
 * Resolves at the first SIGINT or SIGTERM, or when the supervisor is gone. A terminal and npm both deliver Ctrl-C: the
 * repeat must not cut the graceful stop short; a later one may.
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
  process.on('disconnect', asked.resolve)
  return asked.promise
}

/** Where to read mails that are not really sent: an address to click. It only answers on this machine. */
function mailboxLine({ config, operatorToken }: Context): string {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(config.publicUrl.hostname)
  if (config.mail.transport.kind !== 'outbox' || !isHere) return ''
  return `Read its emails at ${linkTo(config, paths.mailbox(operatorToken))}\n`
}
