/** Content: what we publish in `content/`: articles, help, updates, and what is new for accounts. */

export { findNewsRead, forgetNewsRead } from './news-read-store.ts'
export { type Content, openContent } from './open-content.ts'
export { ContentError } from './reading/content-error.ts'
export { contentRoutes } from './routes.ts'
