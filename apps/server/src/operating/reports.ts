import { reportDecisions } from '@waybill/contract/abuse/reports'
import { Problem } from '@waybill/contract/core/problems'
import { decideReport, listReports, type ReportedTransfer } from '../abuse/index.ts'
import { openMasterKey } from '../platform/database/starting/check-master-key.ts'
import { type Command, choiceOf, readWords } from './command.ts'
import { withDatabase } from './with-database.ts'

export const showReports: Command = {
  help: `Usage: npm run waybill -- report list [--decided] [--json]

Lists transfers that people reported and nobody has decided about, those with the most reports first: number, reports,
reasons, sender, last report (UTC), whether the transfer is blocked. Columns are separated by tabs.

  --decided   Lists those that were decided, with the decision.
  --json      Prints one JSON object per line, with the texts of the newest 20 reports of each.
`,
  async run(typed, print) {
    const flag = { type: 'boolean' } as const
    const { values } = readWords(typed, { options: { decided: flag, json: flag }, words: [] })
    const isDecided = values.decided ?? false
    const reported = await withDatabase(({ db }) => listReports(db, { isDecided, limit: 10_000 }))
    for (const one of reported) print(values.json ? `${JSON.stringify(one)}\n` : lineOf(one))
    return 0
  },
}

function lineOf({ slug, reportCount, reasons, sender, lastAt, isBlocked, decided }: ReportedTransfer): string {
  const named = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`)
  const state = decided === null ? (isBlocked ? 'blocked' : 'open') : decided.decision
  return `${[slug, reportCount, named.join(', '), sender.address, lastAt.toISOString(), state].join('\t')}\n`
}

export const decideReports: Command = {
  help: `Usage: npm run waybill -- report decide <number> <decision> [--note <why>]

Settles all reports of a transfer. The sender is told by email of every decision but the first, and can answer to
SUPPORT_EMAIL.

  dismiss           Nothing happens to the transfer.
  block-transfer    Closes the transfer, as 'transfer block' does.
  block-content     Also blocks the content of its files, as 'transfer block --files' does.
  suspend-account   Closes the transfer and suspends its sender, as 'user suspend' does.

'transfer unblock', 'block lift' and 'user restore' undo it.
`,
  async run(typed, print) {
    const options = { note: { type: 'string' } } as const
    const { positionals, values } = readWords(typed, { options, words: ['number', 'decision'] })
    const [slug = '', word] = positionals
    const decision = choiceOf('decision', word, reportDecisions)
    const done = { command: 'report decide', isDone: (code: number) => code === 0 }
    return withDatabase(async ({ db, config }) => {
      const { masterKey } = await openMasterKey(db, config.masterKeyFile)
      const made = { decision, note: values.note ?? '' }
      const outcome = await decideReport({ db, config, masterKey }, slug, made).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'invalid-input') return 'no account' as const
        throw error
      })
      if (outcome === 'no account') {
        print('The sender of this transfer has no account.\n')
        return 1
      }
      if (outcome === null) {
        print(`Nobody has reported a transfer ${slug}.\n`)
        return 1
      }
      print(`${slug}: ${decision}.\n`)
      if (decision === 'block-content') print(`Files withdrawn: ${outcome.withdrawn}.\n`)
      if (outcome.unread > 0)
        print(
          `Not blocked, because they have not been read yet: ${outcome.unread}. Run this command again in a minute.\n`,
        )
      return outcome.unread > 0 ? 1 : 0
    }, done)
  },
}
