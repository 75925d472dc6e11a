#!/usr/bin/env node
import './for-node-20.ts'
import { runWords } from './commands/run.ts'
import { EXIT } from './terminal/exit-codes.ts'
import type { Shell } from './terminal/shell.ts'

/** Set when the program is built. */
declare const WAYBILL_VERSION: string

const stopping = new AbortController()
process.on('SIGINT', () => {
  // The second time at once.
  if (stopping.signal.aborted) process.exit(EXIT.interrupted)
  stopping.abort(new Error('Stopped'))
})
process.on('SIGTERM', () => stopping.abort(new Error('Stopped')))
// A reader that has seen enough, such as `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done)
  throw error
})

const shell: Shell = {
  env: process.env,
  stdin: process.stdin,
  stderr: process.stderr,
  stopped: stopping.signal,
  isJson: false,
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
}

// The single executable has no `await` here.
void runWords(shell, process.argv.slice(2), WAYBILL_VERSION).then((code) => {
  process.exitCode = code
  // A kept connection would hold the process for seconds.
  process.stdout.write('', () => process.exit())
})
