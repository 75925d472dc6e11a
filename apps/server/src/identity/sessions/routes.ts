import * as endpoints from '@waybill/contract/sessions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { requireOwnPage } from '../http/guard-site.ts'
import { answerSecondFactor } from './answer-second-factor.ts'
import { changePassword } from './change-password.ts'
import { checkResetToken } from './check-reset-token.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { refreshSession } from './refresh-session.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { signUp } from './sign-up.ts'
import { takeBackRoutes } from './take-back-page.ts'
import { verifySignup } from './verify-signup.ts'

export function sessionRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.verifySignup, (call) => verifySignup(ctx, call))
  bind(app, endpoints.signUp, (call) => signUp(ctx, call))
  bind(app, endpoints.logIn, (call) => logIn(ctx, call))
  bind(app, endpoints.answerSecondFactor, (call) => answerSecondFactor(ctx, call))
  bind(app, endpoints.refreshSession, async (call) => {
    requireOwnPage(ctx.origins, call.request)
    return refreshSession(ctx, call)
  })
  bind(app, endpoints.logOut, async (call) => {
    requireOwnPage(ctx.origins, call.request)
    return logOut(ctx, call)
  })
  bind(app, endpoints.requestReset, (call) => requestReset(ctx, call))
  bind(app, endpoints.checkResetToken, async ({ body, actor }) => {
    await checkResetToken(ctx, body, actor)
    return undefined
  })
  bind(app, endpoints.resetPassword, (call) => resetPassword(ctx, call))
  bind(app, endpoints.listSessions, ({ actor }) => listSessions(ctx, actor))
  bind(app, endpoints.endSession, (call) => endSession(ctx, call))
  bind(app, endpoints.endOtherSessions, ({ request }) => endOtherSessions(ctx, request))
  takeBackRoutes(app, ctx)
  bind(app, endpoints.changePassword, (call) => changePassword(ctx, call))
}
