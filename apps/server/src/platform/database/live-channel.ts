/** The channel on which open pages receive their account's events, once committed. Nothing depends on it. */
export const LIVE_CHANNEL = 'waybill_live'
