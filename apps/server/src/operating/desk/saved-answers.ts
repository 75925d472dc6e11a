import { Problem } from '@waybill/contract/core/problems'
import { deleteCannedAnswer, listCannedAnswers, saveCannedAnswer } from '../../conversations/index.ts'
import { type Command, onOneLine, readWords, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

const MOST_TITLE_CHARS = 80
const MAX_SHOWN_CHARS = 100

export const showAnswers: Command = {
  help: `Usage: npm run waybill -- answer list [--json]

Lists the saved answers that operators insert into conversations, by title: id, title, the beginning of the text.
Columns are separated by tabs.

  --json   Prints one JSON object per line, with the whole text.
`,
  async run(typed, print) {
    const { values } = readWords(typed, { options: { json: { type: 'boolean' } }, words: [] })
    const { answers } = await withDatabase((ctx) => listCannedAnswers(ctx))
    for (const answer of answers) {
      const begin = onOneLine(answer.text).slice(0, MAX_SHOWN_CHARS)
      print(
        values.json ? `${JSON.stringify(answer)}\n` : `${[answer._id, onOneLine(answer.title), begin].join('\t')}\n`,
      )
    }
    return 0
  },
}

export const saveAnswer: Command = {
  help: `Usage: npm run waybill -- answer save <title> <text>

Saves an answer that operators insert into conversations, or replaces the one with this title. Quote both.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['title', 'text'] })
    const [title = '', text = ''] = positionals.map((word) => word.trim())
    if (title === '' || title.length > MOST_TITLE_CHARS)
      throw new UsageError(`The title has 1 to ${MOST_TITLE_CHARS} characters.`)
    const done = { command: 'answer save', isDone: (saved: string | null) => saved === null }
    const refused = await withDatabase(async (ctx) => {
      try {
        await saveCannedAnswer(ctx, { title, text })
        return null
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return error.code === 'too-many-canned'
          ? 'There are too many saved answers: delete one first.'
          : 'The text is empty or too long.'
      }
    }, done)
    print(refused === null ? 'Saved.\n' : `${refused}\n`)
    return refused === null ? 0 : 1
  },
}

export const deleteAnswer: Command = {
  help: `Usage: npm run waybill -- answer delete <id>

Deletes a saved answer. What was answered with it stays.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['id'] })
    const [id = ''] = positionals
    const done = { command: 'answer delete', isDone: Boolean }
    const isDeleted = await withDatabase(async (ctx) => {
      try {
        await deleteCannedAnswer(ctx, id)
        return true
      } catch (error) {
        if (error instanceof Problem && error.code === 'canned-answer-not-found') return false
        throw error
      }
    }, done)
    print(isDeleted ? 'Deleted.\n' : `There is no saved answer ${id}.\n`)
    return isDeleted ? 0 : 1
  },
}
