import { readFolderSize as readFolderSizeEndpoint } from '@waybill/contract/billing'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { readFolderSize } from './read-folder-size.ts'

export function billingRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, readFolderSizeEndpoint, ({ actor, body }) => readFolderSize(ctx, actor, body.userid))
}
