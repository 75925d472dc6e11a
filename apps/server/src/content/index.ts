/** Content: what we publish in `content/`: articles, help, updates, and what is new for accounts. */

export { type Content, openContent } from './open-content.ts'
export { ContentError } from './reading/content-error.ts'
export { contentRoutes } from './routes.ts'
