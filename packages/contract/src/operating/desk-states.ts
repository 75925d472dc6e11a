/**
 * 'failed': nobody tries it again; 'retrying': it failed, and will be tried again; 'waiting': due and not begun; 'later':
 * not due yet.
 */
export const jobStates = ['failed', 'retrying', 'running', 'waiting', 'later'] as const
export type JobState = (typeof jobStates)[number]

export const mailStates = ['waiting', 'failed'] as const
export type MailState = (typeof mailStates)[number]

export const securityOutcomes = ['ok', 'failed', 'refused', 'limited'] as const

/** The last 24 hours, 7 days and 30 days. */
export const healthRanges = ['day', 'week', 'month'] as const
export type HealthRange = (typeof healthRanges)[number]

export const reportStates = ['open', 'decided'] as const
export type ReportState = (typeof reportStates)[number]

/** 'open': nobody has redeemed it yet; 'revoked': taken back, redeemed or not. */
export const lifetimeStates = ['open', 'redeemed', 'revoked'] as const
export type LifetimeState = (typeof lifetimeStates)[number]
