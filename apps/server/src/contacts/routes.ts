import * as endpoints from '@waybill/contract/contacts/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { whenGone } from '../platform/http/connections/when-gone.ts'
import { addContact } from './add-contact.ts'
import { editContact } from './edit-contact.ts'
import { exportContacts } from './export-contacts.ts'
import { importContacts } from './import-contacts.ts'
import { listContacts } from './list-contacts.ts'
import { deleteContacts, moveContacts } from './move-contacts.ts'

export function contactRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.listContacts, ({ actor, query }) => listContacts(ctx, accountOf(actor), query))
  bind(app, endpoints.addContact, ({ actor, body }) => addContact(ctx, accountOf(actor), body))
  bind(app, endpoints.editContact, ({ actor, params, body }) =>
    editContact(ctx, accountOf(actor), params.contact, body),
  )
  bind(app, endpoints.moveContacts, ({ actor, body }) => moveContacts(ctx, accountOf(actor), body))
  bind(app, endpoints.deleteContacts, ({ actor, body }) => deleteContacts(ctx, accountOf(actor), body))
  bind(app, endpoints.importContacts, ({ actor, body, reply }) =>
    importContacts(ctx, {
      keeper: accountOf(actor),
      ...body,
      signal: whenGone(reply),
      onWaiting: () => reply.request.stay?.leave(),
    }),
  )
  bind(app, endpoints.exportContacts, ({ actor, query, reply }) =>
    exportContacts(ctx, accountOf(actor), query.book ?? null, reply),
  )
}
