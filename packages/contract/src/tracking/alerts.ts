/**
 * What a sender gets mails about. 'finished': who has everything, or stopped half-way; 'opened': also each recipient's
 * first visit; 'every': also each finished download; 'digest': once a day, what happened; 'none': nothing.
 */
export const alertModes = ['finished', 'opened', 'every', 'digest', 'none'] as const
export type AlertMode = (typeof alertModes)[number]
