export { findDevice } from './device.ts'
export { accountRoutes } from './routes.ts'
export { isSenderProven } from './sender-code-store.ts'
