export { trackingTasks } from './tracking-tasks.ts'
