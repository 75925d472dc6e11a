import { healthRanges } from '@waybill/contract/operating/desk-states'
import { readHealthHistory } from '../../desk/index.ts'
import { type Command, choiceOf, readWords } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const showHealth: Command = {
  help: `Usage: npm run waybill -- health history <range> [--json]

Prints how the server was, from one sample in five minutes: for each step the time (UTC), samples, samples in which
something failed that the server needs, and the most jobs that waited, jobs that were given up, and emails that waited.
Below, the last samples with a failed check or an alarm. Columns are separated by tabs. '/-/health' says how it is now.

Ranges: ${healthRanges.join(', ')}

  --json   Prints one JSON object.
`,
  async run(typed, print) {
    const options = { json: { type: 'boolean' } } as const
    const { positionals, values } = readWords(typed, { options, words: ['range'] })
    const range = choiceOf('range', positionals[0], healthRanges)
    const history = await withDatabase((ctx) => readHealthHistory(ctx, range))
    if (values.json) {
      print(`${JSON.stringify(history)}\n`)
      return 0
    }
    for (const { at, samples, failing, jobsWaiting, jobsFailed, mailsWaiting } of history.cells)
      print(`${[at, samples, failing, jobsWaiting, jobsFailed, mailsWaiting].join('\t')}\n`)
    for (const { at, checks, alarms } of history.troubles) print(`${at}\t${[...checks, ...alarms].join(', ')}\n`)
    return 0
  },
}
