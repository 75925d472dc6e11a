/** Teams: a workspace with members beside its admin. */

export { forgetActivity } from './activity-store.ts'
export { eachOwnActivity } from './export-activity.ts'
export { requireAdmin } from './invite-members.ts'
export { withdrawAll } from './invite-store.ts'
export { noteJoinedByCompany, takeCompanySeat } from './join-by-company.ts'
export { leaveTeam } from './leave-team.ts'
export { teamRoutes } from './routes.ts'
export { teamTasks } from './team-tasks.ts'
