import type { Role } from './plans.ts'

/** A plan that an account can have. */
export type PlanName = Exclude<Role, 'undefined' | 'anon'>

/** What the plans are called, in pages and mails. One constant a language, so that a page loads its own alone. */
export const planNamesEn: Record<PlanName, string> = {
  free: 'Free',
  personal: 'Personal',
  pro: 'Pro',
  business: 'Business',
  businessplus: 'Business Plus',
  businesselite: 'Business Elite',
  team: 'Team',
  teamplus: 'Team Plus',
  teamelite: 'Team Elite',
}

export const planNamesZh: Record<PlanName, string> = {
  free: '免费版',
  personal: '个人版',
  pro: '专业版',
  business: '商务版',
  businessplus: '商务增强版',
  businesselite: '商务精英版',
  team: '团队版',
  teamplus: '团队增强版',
  teamelite: '团队精英版',
}
