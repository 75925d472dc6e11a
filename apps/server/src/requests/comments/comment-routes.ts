import * as endpoints from '@waybill/contract/requests/comment-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { exportComments } from './export-comments.ts'
import { readThread, seeThread, withdrawComment, writeComment } from './member-comments.ts'
import { addComment, openThread, takeBackComment } from './supplier-comments.ts'

export function commentRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readThread, ({ actor, params }) => readThread(ctx, accountOf(actor), params))
  bind(app, endpoints.writeComment, ({ actor, params, body }) => writeComment(ctx, accountOf(actor), params, body.text))
  bind(app, endpoints.seeThread, ({ actor, params, body }) => seeThread(ctx, accountOf(actor), params, body.seenTo))
  bind(app, endpoints.withdrawComment, ({ actor, params }) => withdrawComment(ctx, accountOf(actor), params))
  bind(app, endpoints.exportComments, ({ actor, params, reply }) =>
    exportComments(ctx, accountOf(actor), params.request, reply),
  )
  bind(app, endpoints.openThread, ({ body, request }) => openThread(ctx, body, request))
  bind(app, endpoints.addComment, ({ body, request, reply }) => addComment(ctx, body, { request, reply }))
  bind(app, endpoints.takeBackComment, ({ body, request }) => takeBackComment(ctx, body, request))
}
