import type { Rating } from '@waybill/contract/conversations/rules'

/** Feedback, and the conversation with the operator. */
export const conversation = {
  title: 'Contact Us',
  lead: 'Ask a question or tell us what went wrong. It goes to the operator of this service.',
  usually: (hours: number) => {
    if (hours <= 1) return 'Usually answered within an hour.'
    if (hours < 24) return `Usually answered within ${hours} hours.`
    return hours <= 24 ? 'Usually answered within a day.' : `Usually answered within ${Math.ceil(hours / 24)} days.`
  },
  empty: 'No messages yet. Write the first one below.',
  loading: 'Loading the conversation',
  again: 'Retry',
  you: 'You',
  us: 'Waybill',
  rated: (rating: string) => `Rating: ${rating}`,
  leftFiles: 'The attachments of this email were not accepted. Send files as a transfer.',
  messages: 'Messages',
  write: 'Your message',
  send: 'Send',
  sendKey: 'Send (Ctrl + Enter)',
  email: 'Email (optional)',
  emailHint: 'With an address, you also get our answer by email.',
  emailKnown: (address: string) => `If you are away, we email our answer to ${address}.`,
  leave: 'Leave this conversation',
  leaveTitle: 'Leave this conversation?',
  leaveText:
    'Do this on a computer that others use: nobody can read the messages in this browser any more, you included. Answers still reach the address that you gave.',
  stay: 'Keep it',
  left: 'This browser no longer shows the conversation.',
  close: 'Close',
  feedback: 'Feedback',
  newAnswers: (count: number) => (count === 1 ? '1 new answer' : `${count} new answers`),
  feedbackLead: 'How do you like Waybill?',
  rating: 'Rating',
  ratings: { Bad: 'Bad', Fine: 'Fine', Fantastic: 'Fantastic' } satisfies Record<Rating, string> as Record<
    Rating,
    string
  >,
  comment: 'Your comment',
  cancel: 'Cancel',
  thanks: 'We got your feedback!',
  thanksText: 'We will get back to you, Thank you.',
}
