import {
  answerConversation,
  closeConversation,
  findConversation,
  type ListedConversation,
  listConversations,
  listMessages,
} from '../conversations/index.ts'
import { withoutControls } from '../platform/plain-log.ts'
import { type Command, onOneLine, readWords } from './command.ts'
import { withDatabase } from './with-database.ts'

const MAX_LISTED = 500
const MAX_SHOWN_CHARS = 100

export const listOfConversations: Command = {
  help: `Usage: npm run waybill -- conversation list [--all] [--json]

Lists the conversations that wait for an answer, the latest first, at most ${MAX_LISTED}: id, state, day and time (UTC) of
the last message, who it is with, the rating of feedback, and the beginning of the message. Columns are separated by
tabs.

  --all    Also lists those that are answered or closed.
  --json   Prints one JSON object per line, with everything that is known.
`,
  async run(typed, print) {
    const { values } = readWords(typed, { options: { all: { type: 'boolean' }, json: { type: 'boolean' } }, words: [] })
    const write = values.json
      ? ({ lastMicros: _lastMicros, ...one }: ListedConversation) => `${JSON.stringify(one)}\n`
      : lineOf
    await withDatabase(async ({ db }) => {
      for (const one of await listConversations(db, { state: values.all ? null : 'open', take: MAX_LISTED })) {
        print(write(one))
      }
    })
    return 0
  },
}

const whoOf = ({ address, accountId }: ListedConversation): string =>
  `${address ?? 'no address'}${accountId === null ? ' (visitor)' : ''}`

const momentOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')

function lineOf(one: ListedConversation): string {
  const begin = onOneLine(one.lastBody).slice(0, MAX_SHOWN_CHARS)
  return `${[one.id, one.state, momentOf(one.lastAt), whoOf(one), one.rating ?? '', begin].join('\t')}\n`
}

export const showConversation: Command = {
  help: `Usage: npm run waybill -- conversation show <id>

Prints the messages of a conversation, the latest last, and who it is with.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['id'] })
    const [id = ''] = positionals
    return withDatabase(async ({ db }) => {
      const found = await findConversation(db, id)
      if (found === null) return missing(id, print)
      const about = [found.fullName, found.company, found.role ?? ''].map(onOneLine).filter(Boolean).join(', ')
      print(`${whoOf(found)}${about && ` · ${about}`} · ${found.state}\n`)
      for (const { at, author, body, rating, route } of await listMessages(db, id)) {
        const facts = [rating, route].filter((fact) => fact !== null).join(' · ')
        print(`\n${momentOf(at)} ${author}${facts && ` · ${facts}`}\n${withoutControls(body)}\n`)
      }
      return 0
    })
  },
}

export const answerByCommand: Command = {
  help: `Usage: npm run waybill -- conversation answer <id> <text>

Answers a conversation. Quote the text. The customer's open page shows it at once; a customer who has not seen it two
minutes later gets it by mail.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['id', 'text'] })
    const [conversationId = '', text = ''] = positionals
    const done = { command: 'conversation answer', isDone: Boolean }
    const isDone = await withDatabase(
      (ctx) => answerConversation(ctx, { conversationId, text, cameBy: 'command' }),
      done,
    )
    if (!isDone) return missing(conversationId, print)
    print('Answered.\n')
    return 0
  },
}

export const closeByCommand: Command = {
  help: `Usage: npm run waybill -- conversation close <id>

Nobody waits for an answer any more. The customer's next message opens the conversation again.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['id'] })
    const [id = ''] = positionals
    const done = { command: 'conversation close', isDone: Boolean }
    if (!(await withDatabase((ctx) => closeConversation(ctx, id), done))) return missing(id, print)
    print('Closed.\n')
    return 0
  },
}

function missing(id: string, print: (text: string) => void): number {
  print(`There is no conversation ${id}.\n`)
  return 1
}
