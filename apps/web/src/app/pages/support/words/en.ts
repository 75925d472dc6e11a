/** The terms for this software; the operator adds their own. Every sentence describes what the software really does. */
export const support = {
  name: 'Terms',
  title: 'Terms of use',
  lead: 'These are the rules of this server. It runs Waybill, which is free software. The people who run the server are responsible for it.',
  rules: [
    'Send only what you are allowed to send: your own files, or files you have permission to share. No malware, and no email that nobody asked for.',
    'Senders see who opened a link and what was downloaded, when, from which city and on which device. Network addresses are deleted after a while.',
    'Files of visitors are deleted 7 days after the link expires. Files of accounts are kept until their owner deletes them.',
    'Anyone who breaks these rules can be stopped from sending, and their transfers can be closed.',
    'You can download or delete everything in your account at any time, on the account pages.',
    'The service is provided as is. Keep a copy of what you send.',
  ],
  questions: 'Questions about these terms? Email',
}

export type SupportWords = typeof support
