export { PublicPages } from './public-pages.ts'
export { siteRoutes } from './routes.ts'
