/** Single sign-on: the people of a company sign in through the company's own OpenID provider. */
export { ssoRoutes } from './routes.ts'
