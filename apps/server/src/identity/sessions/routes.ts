import * as endpoints from '@waybill/contract/identity/session-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../platform/http/bind.ts'
import { requireOwnPage } from '../../platform/http/guards/guard-site.ts'
import { changePassword } from './passwords/change-password.ts'
import { checkResetToken } from './passwords/check-reset-token.ts'
import { requestReset } from './passwords/request-reset.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { refreshSession } from './refresh/refresh-session.ts'
import { logIn } from './sign-in/log-in.ts'
import { logOut } from './sign-in/log-out.ts'
import { endOtherSessions } from './sign-out/end-other-sessions.ts'
import { endSession } from './sign-out/end-session.ts'
import { listSessions } from './sign-out/list-sessions.ts'
import { signUp } from './sign-up/sign-up.ts'
import { verifySignup } from './sign-up/verify-signup.ts'
import { takeBackRoutes } from './take-back/take-back-page.ts'
import { answerSecondFactor } from './two-factor/answer-second-factor.ts'

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
