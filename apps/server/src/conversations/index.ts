/** Conversations: feedback, and what accounts and visitors write to the operator. */
export { answerConversation, closeConversation } from './answer-conversation.ts'
export { forgetConversations, listMessages } from './conversation-store.ts'
export { conversationTasks } from './conversation-tasks.ts'
export { conversationDeskRoutes } from './desk-routes.ts'
export { exportConversation } from './export-conversation.ts'
export { findConversation, type ListedConversation, listConversations } from './operator-store.ts'
export { conversationRoutes } from './routes.ts'
export { type ReplyVerdict, takeReply } from './take-reply.ts'
