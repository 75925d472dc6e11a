/** The pages of an account's settings, `/dash/account/{tab}`: the app shows them, the server knows their addresses. */
export const accountTabs = [
  'profile',
  'plans',
  'billing',
  'settings',
  'teams',
  'team-activity',
  'customize',
  'powered-by',
  'sending',
  'security',
  'webhooks',
  'keys',
  'data',
] as const
/** The pages that members of a team do not have: the team's admin sees to them. */
export const adminTabs: readonly AccountTab[] = ['plans', 'billing', 'settings', 'teams', 'customize', 'powered-by']
export type AccountTab = (typeof accountTabs)[number]
