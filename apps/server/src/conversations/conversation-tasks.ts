import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import { forgetQuiet } from './conversation-store.ts'
import { adoptConversation } from './leave-conversation.ts'
import { tellCustomer } from './tell-customer.ts'
import { tellOperator } from './tell-operator.ts'

const KEPT_DAYS = 365

export const conversationTasks = (ctx: Context): TaskHandlers => ({
  'tell-operator': (payload) => tellOperator(ctx, payload),
  'tell-customer': (payload) => tellCustomer(ctx, payload),
  'adopt-conversation': (payload) => adoptConversation(ctx, payload),
  'forget-conversations': () => ctx.db.transaction().execute((tx) => forgetQuiet(tx, KEPT_DAYS)),
})
