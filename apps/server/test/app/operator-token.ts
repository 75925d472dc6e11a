/** What every server of a test takes for its operator's token. */
export const OPERATOR_TOKEN = 'the-token-of-tests-0001'

/** Where its mails are read. */
export const MAILBOX_JSON = `/-/mailbox.json?token=${OPERATOR_TOKEN}`
