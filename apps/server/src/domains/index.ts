/** Custom hosts: claims, records, checks, quarantine. */
export { exportDomain, releaseCurrent } from './domain-store.ts'
export { domainTasks } from './domain-tasks.ts'
export { parseHost } from './host-name.ts'
export { findUserDomain } from './read-domain.ts'
export { domainRoutes } from './routes.ts'
