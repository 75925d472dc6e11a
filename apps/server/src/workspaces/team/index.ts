/** Teams: a workspace with members beside its admin. */
export { withdrawAll } from './invite-store.ts'
export { leaveTeam } from './leave-team.ts'
export { teamRoutes } from './routes.ts'
export { teamTasks } from './team-tasks.ts'
