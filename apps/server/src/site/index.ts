export { PublicPages } from './public-pages.ts'
export { siteRoutes } from './routes.ts'
export { unknownPage } from './unknown-page.ts'
