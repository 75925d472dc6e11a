import * as endpoints from '@waybill/contract/conversations/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { claimFeedback } from './claim-feedback.ts'
import { leaveConversation } from './leave-conversation.ts'
import { markAnswersRead, readConversation } from './read-conversation.ts'
import { sendFeedback, writeMessage } from './write-message.ts'

export function conversationRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readConversation, ({ actor }) => readConversation(ctx, actor))
  bind(app, endpoints.writeMessage, (call) => writeMessage(ctx, call))
  bind(app, endpoints.markAnswersRead, ({ actor, body }) => markAnswersRead(ctx, actor, body.place))
  bind(app, endpoints.leaveConversation, async ({ actor }) => {
    await leaveConversation(ctx, actor)
    return undefined
  })
  bind(app, endpoints.sendFeedback, (call) => sendFeedback(ctx, call))
  bind(app, endpoints.claimFeedback, ({ actor }) => claimFeedback(ctx, accountOf(actor).id))
}
