/** Email domains: domains from which a workspace's mails leave, their keys and their records. */
export { forgetMailDomain } from './claim-mail-domain.ts'
export { findMailDomain, requireOwnMailDomain } from './find-mail-domain.ts'
export { keyRecord, publishedName } from './key-names.ts'
export { exportMailDomain } from './mail-domain-store.ts'
export { mailDomainTasks } from './mail-domain-tasks.ts'
export { listPublished } from './mail-key-store.ts'
export { openSigningDomains } from './open-signing-domains.ts'
export { mailDomainRoutes } from './routes.ts'
