/** A partner's name as `?via=` of a page has it, at most 64 characters. It is only counted, and never trusted. */
export const REFERRAL = /^[A-Za-z0-9._~-]{1,64}$/
