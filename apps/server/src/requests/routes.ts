import * as endpoints from '@waybill/contract/requests/endpoints'
import * as people from '@waybill/contract/requests/people-endpoints'
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
import { addRequestPeople } from './people/add-request-people.ts'
import { exportRequestPeople } from './people/export-request-people.ts'
import { listRequestPeople } from './people/list-request-people.ts'
import { remindRequestPeople } from './people/remind-request-people.ts'
import { removeRequestPerson } from './people/remove-request-person.ts'
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
  peopleRoutes(app, ctx, read)
}

function peopleRoutes(
  app: FastifyInstance,
  ctx: Context,
  read: (actor: Actor, request: string) => ReturnType<typeof readRequest>,
): void {
  bind(app, people.listRequestPeople, ({ actor, params, query }) =>
    listRequestPeople(ctx, accountOf(actor).id, params.request, query),
  )
  bind(app, people.exportRequestPeople, ({ actor, params, reply }) =>
    exportRequestPeople(ctx, accountOf(actor), params.request, reply),
  )
  bind(app, people.addRequestPeople, async ({ actor, params, body }) => {
    const added = await addRequestPeople(ctx, accountOf(actor), params.request, body, actor.network)
    return { added, ...(await read(actor, params.request)) }
  })
  bind(app, people.removeRequestPerson, async ({ actor, params }) => {
    await removeRequestPerson(ctx, accountOf(actor).id, params)
    return read(actor, params.request)
  })
  bind(app, people.remindRequestPeople, ({ actor, params, body }) =>
    remindRequestPeople(ctx, { ...accountOf(actor), network: actor.network }, params.request, body.people),
  )
  bind(app, people.listRequestTemplates, ({ actor }) => listRequestTemplates(ctx, accountOf(actor).id))
  bind(app, people.saveRequestTemplate, ({ actor, body }) => saveRequestTemplate(ctx, accountOf(actor).id, body))
  bind(app, people.deleteRequestTemplate, async ({ actor, params }) => {
    await deleteRequestTemplate(ctx, accountOf(actor).id, params.template)
    return undefined
  })
}
