import { ANON_FREE_SENDS, plans, soldRoles, yearlyPerMonthUsd } from '@waybill/contract/billing/plans'
import type { HomeFigures } from '../words/home-words.ts'
import type { PlanFigures } from '../words/product-words.ts'

const GB = 1e9
const TB = 1e12

/** A size of `plans.ts` as pages write it: '10 GB', '1.5 TB'. */
export const sizeText = (bytes: number): string => (bytes >= TB ? `${bytes / TB} TB` : `${bytes / GB} GB`)

/** The one source of every figure about the plans on the public pages. */
export const planFigures: PlanFigures & HomeFigures = {
  freeStorage: sizeText(plans.free.storageBytes),
  personalStorage: sizeText(plans.personal.storageBytes),
  proStorage: sizeText(plans.pro.storageBytes),
  businessStorage: sizeText(plans.business.storageBytes),
  freeRequests: String(plans.free.monthlyRequests),
  freeTransfers: String(plans.free.monthlyTransfers),
  personalRequests: String(plans.personal.monthlyRequests),
  anonSize: sizeText(plans.anon.uploadLimitBytes),
  personalSize: sizeText(plans.personal.uploadLimitBytes),
  proSize: sizeText(plans.pro.uploadLimitBytes),
  fromPrice: String(yearlyPerMonthUsd(soldRoles[0])),
  businessSize: sizeText(plans.business.uploadLimitBytes),
  anonSends: String(ANON_FREE_SENDS),
}
