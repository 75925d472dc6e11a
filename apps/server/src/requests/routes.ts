import * as endpoints from '@waybill/contract/requests/endpoints'
import * as suppliers from '@waybill/contract/requests/supplier-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { findAccount, requestSettingsOf } from '../identity/accounts/index.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { createRequest } from './create/create-request.ts'
import { duplicateRequest } from './create/duplicate-request.ts'
import { editRequest } from './create/edit-request.ts'
import { deleteRequests } from './manage/delete-requests.ts'
import { listRequests } from './manage/list-requests.ts'
import { readRequest } from './manage/read-request.ts'
import { restoreRequests } from './manage/restore-requests.ts'
import { addRequestSuppliers } from './suppliers/add-request-suppliers.ts'
import { exportRequestSuppliers } from './suppliers/export-request-suppliers.ts'
import { listRequestSuppliers } from './suppliers/list-request-suppliers.ts'
import { remindRequestSuppliers } from './suppliers/remind-request-suppliers.ts'
import { removeRequestSupplier } from './suppliers/remove-request-supplier.ts'
import { deleteRequestTemplate, listRequestTemplates, saveRequestTemplate } from './templates/request-templates.ts'

export function requestRoutes(app: FastifyInstance, ctx: Context): void {
  const read = (actor: Actor, request: string) => readRequest(ctx, accountOf(actor), request)
  bind(app, endpoints.listRequests, ({ actor, query: { userid, ...query } }) =>
    listRequests(ctx, accountOf(actor, userid), query),
  )
  bind(app, endpoints.createRequest, async ({ actor, body }) =>
    read(actor, await createRequest(ctx, accountOf(actor), body, actor.network)),
  )
  bind(app, endpoints.readRequest, ({ actor, params }) => read(actor, params.request))
  bind(app, endpoints.editRequest, async ({ actor, params, body }) => {
    await editRequest(ctx, accountOf(actor), params.request, body)
    return read(actor, params.request)
  })
  bind(app, endpoints.duplicateRequest, async ({ actor, params, body }) => {
    const account = { ...accountOf(actor), network: actor.network }
    const live = await findAccount(ctx.db, account.id)
    const expirySeconds = live ? requestSettingsOf(live).expirySeconds : 0
    return read(actor, await duplicateRequest(ctx, account, params.request, { ...body, expirySeconds }))
  })
  bind(app, endpoints.deleteRequests, ({ actor, body }) => deleteRequests(ctx, accountOf(actor).id, body.ids))
  bind(app, endpoints.restoreRequests, ({ actor, body }) => restoreRequests(ctx, accountOf(actor).id, body.ids))
  suppliersRoutes(app, ctx, read)
}

function suppliersRoutes(
  app: FastifyInstance,
  ctx: Context,
  read: (actor: Actor, request: string) => ReturnType<typeof readRequest>,
): void {
  bind(app, suppliers.listRequestSuppliers, ({ actor, params, query }) =>
    listRequestSuppliers(ctx, accountOf(actor).id, params.request, query),
  )
  bind(app, suppliers.exportRequestSuppliers, ({ actor, params, reply }) =>
    exportRequestSuppliers(ctx, accountOf(actor), params.request, reply),
  )
  bind(app, suppliers.addRequestSuppliers, async ({ actor, params, body }) => {
    const added = await addRequestSuppliers(ctx, accountOf(actor), params.request, body, actor.network)
    return { added, ...(await read(actor, params.request)) }
  })
  bind(app, suppliers.removeRequestSupplier, async ({ actor, params }) => {
    await removeRequestSupplier(ctx, accountOf(actor).id, params)
    return read(actor, params.request)
  })
  bind(app, suppliers.remindRequestSuppliers, ({ actor, params, body }) =>
    remindRequestSuppliers(ctx, { ...accountOf(actor), network: actor.network }, params.request, body.suppliers),
  )
  bind(app, suppliers.listRequestTemplates, ({ actor }) => listRequestTemplates(ctx, accountOf(actor).id))
  bind(app, suppliers.saveRequestTemplate, ({ actor, body }) => saveRequestTemplate(ctx, accountOf(actor).id, body))
  bind(app, suppliers.deleteRequestTemplate, async ({ actor, params }) => {
    await deleteRequestTemplate(ctx, accountOf(actor).id, params.template)
    return undefined
  })
}
