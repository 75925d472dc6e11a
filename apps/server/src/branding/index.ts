/** Branding: what a company shows of itself on the pages and in the mails of its workspace. */

export { exportBranding, forgetBranding } from './branding-store.ts'
export { brandingTasks } from './branding-tasks.ts'
export { companyDomain } from './company-domain.ts'
export { findPageBranding } from './find-page-branding.ts'
export { findPrintedBrand, type PrintedBrand } from './find-printed-brand.ts'
export { findIconPath, wishForIcon } from './look-up-icon.ts'
export { brandingRoutes } from './routes.ts'
