/** Loaded before the server: an anonymous sender may send as much as a bench needs; nothing else is changed. */
import { type Plan, plans } from '@waybill/contract/billing/plans'

const anon = plans.anon as Plan
anon.fileLimit = 10_000
anon.uploadLimitBytes = 1e12
anon.storageBytes = 1e13
