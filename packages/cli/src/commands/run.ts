import { UploadCancelled } from '@waybill/uploader/upload-error'
import { EXIT, Failure } from '../terminal/exit-codes.ts'
import { failureOf } from '../terminal/sentences.ts'
import type { Shell } from '../terminal/shell.ts'
import type { CommandName } from './command-table.ts'
import { completionFor } from './completion.ts'
import { get } from './get.ts'
import { helpOf } from './help.ts'
import { list } from './list.ts'
import { login, logout, whoami } from './login.ts'
import { type Given, parseArguments } from './parse-arguments.ts'
import { receipt } from './receipt.ts'
import { request } from './request.ts'
import { send } from './send.ts'
import { watch } from './watch.ts'

export type Run = (shell: Shell, given: Given) => Promise<void>

const completion: Run = async (shell, given) => shell.print(completionFor(given.operand()).trimEnd())

const runs: Record<CommandName, Run> = { login, logout, whoami, send, list, get, request, receipt, watch, completion }

const goOns: Partial<Record<CommandName, string>> = {
  send: 'What was sent is kept for 7 days: run the same command to go on',
  get: 'Run the same command to go on',
  watch: 'Run the same command to go on',
}

/** Runs what the words ask for, and returns the exit code. Never throws. */
export async function runWords(shell: Shell, words: readonly string[], version: string): Promise<number> {
  let name: CommandName | null = null
  try {
    const parsed = parseArguments(words)
    if (parsed.is === 'help') shell.print(helpOf(parsed.of).trimEnd())
    else if (parsed.is === 'version') shell.print(version)
    else {
      name = parsed.name
      await runs[name]({ ...shell, isJson: parsed.given.has('json') }, parsed.given)
    }
    return EXIT.done
  } catch (error) {
    const failure = error instanceof UploadCancelled || shell.stopped.aborted ? stopped(name) : failureOf(error)
    const { code, message } = failure
    if (words.includes('--json')) shell.note(JSON.stringify({ error: { code, message } }))
    else shell.note(`waybill: ${message}`)
    return failure.exitCode
  }
}

function stopped(name: CommandName | null): Failure {
  const goOn = name === null ? undefined : goOns[name]
  return new Failure(EXIT.interrupted, 'interrupted', goOn === undefined ? 'Stopped' : `Stopped. ${goOn}`)
}
