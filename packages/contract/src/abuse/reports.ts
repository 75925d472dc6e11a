/** Why somebody reports a transfer. */
export const reportReasons = ['malware', 'phishing', 'copyright', 'illegal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const REPORT_TEXT_MAX_CHARS = 2_000

/** What an operator decides about the reports of a transfer. Each of the last three also closes the transfer. */
export const reportDecisions = ['dismiss', 'block-transfer', 'block-content', 'suspend-account'] as const
export type ReportDecision = (typeof reportDecisions)[number]
