import * as accounts from '@waybill/contract/operating/desk-account-endpoints'
import * as blocks from '@waybill/contract/operating/desk-block-endpoints'
import * as endpoints from '@waybill/contract/operating/desk-endpoints'
import * as history from '@waybill/contract/operating/desk-health-endpoints'
import * as infected from '@waybill/contract/operating/desk-infected-endpoints'
import * as lifetime from '@waybill/contract/operating/desk-lifetime-endpoints'
import * as queues from '@waybill/contract/operating/desk-queue-endpoints'
import * as reports from '@waybill/contract/operating/desk-report-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { makeHealth } from '../platform/http/operating/health.ts'
import { restoreAtDesk, searchAccounts, setRoleAtDesk, suspendAtDesk } from './accounts.ts'
import { liftBlock, listBlocksAtDesk } from './blocks.ts'
import { readHealthHistory } from './health-history.ts'
import { clearAtDesk, listInfectedAtDesk } from './infected.ts'
import { endLifetimeCode, listLifetimeAtDesk, makeLifetimeCodes } from './lifetime-codes.ts'
import { listJobs, listMails, retryJob, retryMail } from './queues.ts'
import { readDesk } from './read-desk.ts'
import { readSecurityLog } from './read-security-log.ts'
import { decideReported, listReported } from './reports.ts'

/** The operator's desk: `platform/http/guards/operator-only.ts` has judged the caller of each. */
export function deskRoutes(app: FastifyInstance, ctx: Context): void {
  const readHealth = makeHealth(ctx)
  bind(app, endpoints.readDesk, () => readDesk(ctx, readHealth))
  bind(app, history.readHealthHistory, ({ query }) => readHealthHistory(ctx, query.range))
  bind(app, accounts.searchAccounts, ({ query }) => searchAccounts(ctx, query))
  bind(app, accounts.suspendAtDesk, async ({ actor, params, body }) => {
    await suspendAtDesk(ctx, accountOf(actor).id, params.account, body.reason)
    return undefined
  })
  bind(app, accounts.restoreAtDesk, async ({ actor, params }) => {
    await restoreAtDesk(ctx, accountOf(actor).id, params.account)
    return undefined
  })
  bind(app, accounts.setRoleAtDesk, async ({ actor, params, body }) => ({
    role: await setRoleAtDesk(ctx, accountOf(actor).id, params.account, body.role),
  }))
  bind(app, reports.listReported, ({ query }) => listReported(ctx, query))
  bind(app, reports.decideReported, ({ actor, params, body }) =>
    decideReported(ctx, params.slug, { ...body, by: accountOf(actor).id }),
  )
  bind(app, infected.listInfectedAtDesk, ({ query }) => listInfectedAtDesk(ctx, query))
  bind(app, infected.clearInfectedAtDesk, ({ actor, params, body }) =>
    clearAtDesk(ctx, params.file, { ...body, by: accountOf(actor).id }),
  )
  bind(app, blocks.listBlocksAtDesk, ({ query }) => listBlocksAtDesk(ctx, query))
  bind(app, blocks.liftBlockAtDesk, async ({ actor, params }) => ({
    isLifted: await liftBlock(ctx, params.sha256, accountOf(actor).id),
  }))
  bind(app, lifetime.listLifetimeAtDesk, ({ query }) => listLifetimeAtDesk(ctx, query))
  bind(app, lifetime.makeLifetimeAtDesk, async ({ actor, body }) => ({
    codes: await makeLifetimeCodes(ctx, body, accountOf(actor).id),
  }))
  bind(app, lifetime.endLifetimeAtDesk, async ({ actor, params }) => ({
    isEnded: await endLifetimeCode(ctx, [{ id: params.code }], { isUnused: true, by: accountOf(actor).id }),
  }))
  bind(app, queues.listJobs, ({ query }) => listJobs(ctx, query))
  bind(app, queues.retryJob, async ({ actor, params }) => ({
    isRetried: await retryJob(ctx, params.job, accountOf(actor).id),
  }))
  bind(app, queues.listMails, ({ query }) => listMails(ctx, query))
  bind(app, queues.retryMail, async ({ actor, params }) => ({
    isRetried: await retryMail(ctx, params.mail, accountOf(actor).id),
  }))
  bind(app, queues.readSecurityLog, ({ query }) => readSecurityLog(ctx, query))
}
