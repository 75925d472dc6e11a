import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import {
  type EmbeddedOptions,
  type EmbeddedServer,
  startEmbedded,
} from '../../src/platform/database/embedded/embedded.ts'

/** An app in its own process that holds the embedded server, for tests that kill it. */
export interface EmbeddedApp {
  process: ChildProcess
  connection: EmbeddedServer['connection']
  admin: EmbeddedServer['admin']
  /** Kills the process without warning; like a real kill, it stops nothing. */
  kill(): Promise<void>
  /** Ends it like Ctrl-C. */
  stop(): Promise<void>
}

interface Report {
  connection?: EmbeddedServer['connection']
  admin?: EmbeddedServer['admin']
  refusal?: string
}

export interface AppSetting {
  uid?: number
  gid?: number
  env?: Record<string, string>
  options?: EmbeddedOptions
}

/** Starts an app on `dir`. Rejects with the sentence when it refuses to start. */
export function startApp(dir: string, setting: AppSetting = {}): Promise<EmbeddedApp> {
  return launchApp(dir, setting).ready
}

/** The same, with access to the process before it is ready. */
export function launchApp(
  dir: string,
  { options = {}, env = {}, ...ids }: AppSetting = {},
): { process: ChildProcess; ready: Promise<EmbeddedApp> } {
  const child = spawn(process.execPath, [import.meta.filename, dir, JSON.stringify(options)], {
    ...ids,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH ?? '', SMTP_URL: 'smtp://user:hunter2@localhost', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { process: child, ready: untilReady(child) }
}

async function untilReady(child: ChildProcess): Promise<EmbeddedApp> {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { connection, admin, refusal } = await readReport(child)
  if (!connection || !admin) {
    await exited
    throw new Error(refusal ?? 'The app ended without a word')
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return { process: child, connection, admin, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

async function readReport(child: ChildProcess): Promise<Report> {
  if (!child.stdout) return {}
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Report
  return {}
}

async function main([dir = '', options = '{}']: string[]): Promise<void> {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  try {
    const server = await startEmbedded(dir, log, JSON.parse(options) as EmbeddedOptions)
    process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
    say({ connection: server.connection, admin: server.admin })
  } catch (error) {
    say({ refusal: (error as Error).message })
    process.exitCode = 1
  }
}

function say(report: Report): void {
  process.stdout.write(`${JSON.stringify(report)}\n`)
}

if (import.meta.main) await main(process.argv.slice(2))
