/** The pages of an account's settings, `/dash/account/{tab}`: the app shows them, the server knows their addresses. */
export const accountTabs = ['profile', 'plans', 'billing', 'sending', 'security', 'webhooks', 'data'] as const
export type AccountTab = (typeof accountTabs)[number]
