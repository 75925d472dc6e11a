import { vi } from 'vitest'
import { runCommand } from '../../src/operating/index.ts'

export interface Operated {
  code: number
  out: string
  err: string
}

/** The number of running commands: the last one removes the settings. */
let running = 0

/**
 * One of the operator's commands with these settings, in this process: `src/cli.test.ts` runs it as a program.
 * Concurrent commands must have the same settings.
 */
export async function operate(env: Record<string, string>, ...words: string[]): Promise<Operated> {
  const said = { out: '', err: '' }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  running += 1
  try {
    const code = await runCommand(words, {
      print: (text) => {
        said.out += text
      },
      complain: (text) => {
        said.err += text
      },
    })
    return { code, ...said }
  } finally {
    running -= 1
    if (running === 0) vi.unstubAllEnvs()
  }
}
