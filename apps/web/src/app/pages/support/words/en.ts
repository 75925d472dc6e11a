/** The terms as they hold of this software; the operator adds their own. Every sentence is about what it really does. */
export const support = {
  name: 'Terms',
  title: 'Terms of use',
  lead: 'These are the rules of this server. It runs Waybill, which is free software; the people who run it answer for it.',
  rules: [
    'Send only what you may send: your own files, or files you have leave to pass on. No malware, and no mail that nobody asked for.',
    'A sender sees who opened a link and what was downloaded, when, from which city and with which device. Network addresses are dropped after a time.',
    'Files of visitors are removed 7 days after a link has expired. Files of accounts stay until their owner deletes them.',
    'Who breaks these rules can be kept from sending, and a transfer can be closed.',
    'You can take along or delete everything an account holds, at any time, in the account’s own pages.',
    'The service is given as it is. Keep a copy of what you send.',
  ],
  questions: 'Questions about these terms go to',
}

export type SupportWords = typeof support
