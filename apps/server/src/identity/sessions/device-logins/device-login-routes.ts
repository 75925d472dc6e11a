import * as endpoints from '@waybill/contract/identity/device-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { bind } from '../../../platform/http/bind.ts'
import { answerDeviceLogin } from './answer-device-login.ts'
import { beginDeviceLogin } from './begin-device-login.ts'
import { pollDeviceLogin } from './poll-device-login.ts'
import { readDeviceLogin } from './read-device-login.ts'

/** Signing in a program on a machine without a browser. */
export function deviceLoginRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.beginDeviceLogin, (call) => beginDeviceLogin(ctx, call))
  bind(app, endpoints.pollDeviceLogin, (call) => pollDeviceLogin(ctx, call))
  bind(app, endpoints.readDeviceLogin, (call) => readDeviceLogin(ctx, call))
  bind(app, endpoints.answerDeviceLogin, (call) => answerDeviceLogin(ctx, call))
}
