import { formatBytes } from '@waybill/contract/core/sizes'
import { type OnPageProblem, planOf, type Sentence } from '../on-page-problem.ts'

/** The sentences for what a page finds by itself, before any call; problems.ts has the others. */
export const onPageProblems: Record<OnPageProblem, Sentence> = {
  'invalid-input': 'Something in the form is missing or not allowed.',
  'invalid-recipient': 'Invalid Email To Address',
  'links-reserved': 'Hey, right now links are reserved for premium accounts.',
  'expiry-reserved': 'Longer than 1 week is reserved for premium accounts.',
  'message-holds-link': ({ path, field }) => {
    if (field === 'fullName' || field === 'company') {
      return 'Recipients see your name and company, which can’t contain a link on the free plan. Change them in your profile.'
    }
    return path === undefined
      ? 'Titles and messages can’t contain links without a paid plan. Remove the link and send again.'
      : `File names can’t contain links without a paid plan: ${path}`
  },
  'over-transfer-limit': ({ role, limitBytes, excessBytes }) =>
    `Over transfer limit: Your ${planOf(role)} plan is limited to ${formatBytes(Number(limitBytes))} transfers. Your ${formatBytes(Number(excessBytes))} over your limit.`,
  'too-many-recipients': ({ isEver, limit }) =>
    isEver
      ? `This has already been sent to ${limit} people, the most it can ever be sent to. Start a new one for more.`
      : 'Thats too many people - You can transfer files up to 50 people with a subscription',
  'too-many-files': ({ limit }) =>
    `A transfer can have at most ${limit} files. Remove some, or put them into one archive.`,
  'insecure-file-type': 'Insecure file type',
  'piracy-marker': 'File removed: potential copyright file',
  'account-suspended': 'your account is currently suspended',
  'subscription-due': 'Your trial has expired - Please add a payment method to re-activate',
  'seat-lost': 'Your team has no seat for you, so you can’t send',
  'month-full': 'Great things have limits',
  'free-sends-used': 'Great things have limits',
  'storage-full': 'Your storage is now full',
  'password-too-short': ({ minChars }) =>
    minChars === undefined || minChars === 6
      ? 'Password has to be atleast 6 characters'
      : `Password has to be atleast ${minChars} characters`,
}
