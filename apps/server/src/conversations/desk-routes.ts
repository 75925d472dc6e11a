import * as endpoints from '@waybill/contract/conversations/desk-endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { answerConversation, assignConversation, closeConversation } from './answer-conversation.ts'
import { deleteCannedAnswer, listCannedAnswers, saveCannedAnswer } from './canned-answers.ts'
import { listMessages } from './conversation-store.ts'
import { findConversation, listConversations } from './operator-store.ts'
import { presentListed } from './present-listed.ts'
import { presentMessage } from './present-message.ts'

const TAKE = 50

/** For the operator's desk: `platform/http/guards/operator-only.ts` has judged the caller of each. */
export function conversationDeskRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.listConversations, async ({ actor, query }) => {
    const search = { state: query.state ?? null, after: readCursor(query.after), take: TAKE + 1 }
    const found = await listConversations(ctx.db, search)
    const shown = found.slice(0, TAKE)
    const last = found.length > TAKE ? shown.at(-1) : undefined
    return {
      conversations: shown.map((row) => presentListed(row, accountOf(actor).id)),
      next: last === undefined ? null : writeCursor({ at: last.lastMicros, id: last.id }),
    }
  })
  bind(app, endpoints.openConversation, async ({ actor, params }) => {
    const row = await findConversation(ctx.db, params.conversation)
    if (row === null) throw new Problem('conversation-not-found')
    const messages = await listMessages(ctx.db, row.id)
    return {
      conversation: presentListed(row, accountOf(actor).id),
      messages: messages.map((message) => ({ ...presentMessage(message), route: message.route })),
    }
  })
  bind(app, endpoints.answerConversation, async ({ params, body }) => {
    const answer = { conversationId: params.conversation, text: body.text, cameBy: 'page' } as const
    return requireFound(await answerConversation(ctx, answer))
  })
  bind(app, endpoints.closeConversation, async ({ params }) =>
    requireFound(await closeConversation(ctx, params.conversation)),
  )
  bind(app, endpoints.assignConversation, async ({ actor, params, body }) => {
    const assigneeId = body.isMine ? accountOf(actor).id : null
    return requireFound(await assignConversation(ctx, params.conversation, assigneeId))
  })
  bind(app, endpoints.listCannedAnswers, () => listCannedAnswers(ctx))
  bind(app, endpoints.saveCannedAnswer, ({ body }) => saveCannedAnswer(ctx, body))
  bind(app, endpoints.deleteCannedAnswer, ({ params }) => deleteCannedAnswer(ctx, params.answer))
}

/** @throws Problem 'conversation-not-found' */
function requireFound(isFound: boolean): undefined {
  if (!isFound) throw new Problem('conversation-not-found')
}
