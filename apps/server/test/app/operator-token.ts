/** The operator's token of every test server. */
export const OPERATOR_TOKEN = 'the-token-of-tests-0001'

/** The address of its mails. */
export const MAILBOX_JSON = `/-/mailbox.json?token=${OPERATOR_TOKEN}`
