import { jobStates, mailStates } from '@waybill/contract/operating/desk-states'
import { listJobs, listMails, retryJob, retryMail } from '../desk/index.ts'
import { type Command, choiceOf, onOneLine, readWords } from './command.ts'
import { withDatabase } from './with-database.ts'

export const showJobs: Command = {
  help: `Usage: npm run waybill -- job list <state>

Lists the background jobs of a state, newest first: id, kind, attempts so far and at most, next start (UTC), and the
last error. Columns are separated by tabs.

States: ${jobStates.join(', ')}
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['state'] })
    const state = choiceOf('state', positionals[0], jobStates)
    await withDatabase(async ({ db }) => {
      for (let after: string | undefined; ; ) {
        const { jobs, next } = await listJobs({ db }, { state, after })
        for (const { _id, task, attempts, maxAttempts, runAt, lastError } of jobs)
          print(lineOf([_id, task, `${attempts}/${maxAttempts}`, runAt, lastError]))
        if (next === null) return
        after = next
      }
    })
    return 0
  },
}

export const retryJobNamed: Command = {
  help: `Usage: npm run waybill -- job retry <id>

Starts a job at once that waits or was given up, and counts its attempts from the beginning.
`,
  run: (typed, print) => retry(typed, print, { command: 'job retry', noun: 'job', act: retryJob }),
}

export const showMails: Command = {
  help: `Usage: npm run waybill -- mail list <state>

Lists the emails of a state, newest first: id, template, attempts so far, when it was made (UTC), and what the mail
server said last. Columns are separated by tabs. Of emails that were given up, the content is deleted.

States: ${mailStates.join(', ')}
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['state'] })
    const state = choiceOf('state', positionals[0], mailStates)
    await withDatabase(async ({ db }) => {
      for (let after: string | undefined; ; ) {
        const { mails, next } = await listMails({ db }, { state, after })
        for (const { _id, template, attempts, createdAt, lastError } of mails)
          print(lineOf([_id, template, attempts, createdAt, lastError]))
        if (next === null) return
        after = next
      }
    })
    return 0
  },
}

export const retryMailNamed: Command = {
  help: `Usage: npm run waybill -- mail retry <id>

Offers an email that waits to the mail server at once.
`,
  run: (typed, print) => retry(typed, print, { command: 'mail retry', noun: 'mail', act: retryMail }),
}

/** An error may have several lines, and a mail server writes some of them. */
const lineOf = (columns: ReadonlyArray<string | number>): string =>
  `${columns
    .map((column) => onOneLine(String(column)))
    .join('\t')
    .trimEnd()}\n`

interface Retrying {
  command: string
  noun: string
  act: typeof retryJob
}

async function retry(
  typed: string[],
  print: (text: string) => void,
  { command, noun, act }: Retrying,
): Promise<number> {
  const { positionals } = readWords(typed, { options: {}, words: ['id'] })
  const isRetried = await withDatabase(({ db }) => act({ db }, positionals[0] ?? ''), { command, isDone: Boolean })
  print(isRetried ? `The ${noun} is tried again.\n` : `No ${noun} with this id waits.\n`)
  return isRetried ? 0 : 1
}
