/** Where pages that look on hear what happens on their account, once it is committed. Nothing depends on it. */
export const LIVE_CHANNEL = 'waybill_live'
