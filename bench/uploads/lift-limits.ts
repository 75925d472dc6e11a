/** Loaded before the server: lets an anonymous sender send as much as a bench needs; changes nothing else. */
import { type Plan, plans } from '@waybill/contract/billing/plans'

const anon = plans.anon as Plan
anon.fileLimit = 10_000
anon.uploadLimitBytes = 1e12
anon.storageBytes = 1e13
