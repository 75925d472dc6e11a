import type { PlanName } from '@waybill/contract/billing/plan-names'
import { plans } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { Language } from '../../shared/words/language.tsx'
import type { BillingWords } from './words/en.ts'

/** Own subdomains of a workspace; only Business shows one. */
export const subdomainsOf = (plan: PlanName): number => (plan === 'business' ? 1 : 0)

/** How far a plan removes our own mark. */
export const brandingOf = (plan: PlanName): keyof BillingWords['branding'] => plans[plan].branding

/** The key features of a plan, a line each: the specification's lists with the figures of the table. */
export function planFeatures(plan: PlanName, { points, refund }: BillingWords, language: Language): string[] {
  const { uploadLimitBytes, storageBytes, monthlyTransfers, monthlyRequests, recipientLimit, fileLimit, seatLimit } =
    plans[plan]
  const isFree = plan === 'free'
  const isSmall = isFree || plan === 'personal'
  const isUnlimited = monthlyTransfers === null && monthlyRequests === null
  const lines = [
    points.upload(formatBytes(uploadLimitBytes, language)),
    isUnlimited ? points.unlimited : points.transfers(monthlyTransfers ?? 0),
    points.storage(formatBytes(storageBytes, language)),
    isSmall && points.downloads,
    plan === 'personal' && points.noExpiry,
    isFree && points.week,
    !isSmall && points.recipients(recipientLimit),
    !isSmall && points.files(fileLimit),
    subdomainsOf(plan) > 0 && points.subdomain,
    !isSmall && points.seats(seatLimit),
    !isFree && refund,
  ]
  return lines.filter((line) => line !== false)
}
