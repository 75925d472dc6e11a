import * as endpoints from '@waybill/contract/requests/endpoints'
import * as suppliers from '@waybill/contract/requests/supplier-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { findAccount, requestSettingsOf } from '../identity/accounts/index.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { sharesPerAccount } from '../transfers/index.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { createRequest } from './create/create-request.ts'
import { duplicateRequest } from './create/duplicate-request.ts'
import { editRequest } from './create/edit-request.ts'
import { asRequester, asRequesters, requesterOf } from './manage/as-requester.ts'
import { deleteRequests } from './manage/delete-requests.ts'
import { listRequests } from './manage/list-requests.ts'
import { readRequest } from './manage/read-request.ts'
import { restoreRequests } from './manage/restore-requests.ts'
import { UNDO_SECONDS } from './request-store.ts'
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
    if ((body.shareWith ?? body.assignTo) != null) await ctx.limits.spend(sharesPerAccount, accountOf(actor).id)
    // Only the requester says with whom it is shared.
    if (body.shareWith !== undefined) await editRequest(ctx, requesterOf(actor), params.request, body)
    else await asRequester(ctx, actor, params.request, (as) => editRequest(ctx, as, params.request, body))
    return read(actor, params.request)
  })
  bind(app, endpoints.duplicateRequest, async ({ actor, params, body }) => {
    const made = await asRequester(ctx, actor, params.request, async (as) => {
      const live = await findAccount(ctx.db, as.id)
      const expirySeconds = live ? requestSettingsOf(live).expirySeconds : 0
      return duplicateRequest(ctx, as, params.request, { ...body, expirySeconds })
    })
    return read(actor, made)
  })
  bind(app, endpoints.deleteRequests, async ({ actor, body }) => {
    const done = await asRequesters(ctx, actor, body.ids, (as, ids) => deleteRequests(ctx, as, ids))
    return { deleted: done.reduce((sum, { deleted }) => sum + deleted, 0), undoSeconds: UNDO_SECONDS }
  })
  bind(app, endpoints.restoreRequests, async ({ actor, body }) => {
    const done = await asRequesters(ctx, actor, body.ids, (as, ids) => restoreRequests(ctx, as, ids))
    return { restored: done.reduce((sum, { restored }) => sum + restored, 0) }
  })
  suppliersRoutes(app, ctx, read)
  commentRoutes(app, ctx)
}

function suppliersRoutes(
  app: FastifyInstance,
  ctx: Context,
  read: (actor: Actor, request: string) => ReturnType<typeof readRequest>,
): void {
  bind(app, suppliers.listRequestSuppliers, ({ actor, params, query }) =>
    listRequestSuppliers(ctx, accountOf(actor), params.request, query),
  )
  bind(app, suppliers.exportRequestSuppliers, ({ actor, params, reply }) =>
    exportRequestSuppliers(ctx, accountOf(actor), params.request, reply),
  )
  bind(app, suppliers.addRequestSuppliers, async ({ actor, params, body }) => {
    const added = await asRequester(ctx, actor, params.request, (as) =>
      addRequestSuppliers(ctx, as, params.request, body),
    )
    return { added, ...(await read(actor, params.request)) }
  })
  bind(app, suppliers.removeRequestSupplier, async ({ actor, params }) => {
    await asRequester(ctx, actor, params.request, (as) => removeRequestSupplier(ctx, as, params))
    return read(actor, params.request)
  })
  bind(app, suppliers.remindRequestSuppliers, ({ actor, params, body }) =>
    asRequester(ctx, actor, params.request, (as) => remindRequestSuppliers(ctx, as, params.request, body.suppliers)),
  )
  bind(app, suppliers.listRequestTemplates, ({ actor }) => listRequestTemplates(ctx, accountOf(actor).id))
  bind(app, suppliers.saveRequestTemplate, ({ actor, body }) => saveRequestTemplate(ctx, accountOf(actor).id, body))
  bind(app, suppliers.deleteRequestTemplate, async ({ actor, params }) => {
    await deleteRequestTemplate(ctx, accountOf(actor).id, params.template)
    return undefined
  })
}
