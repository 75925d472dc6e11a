import { bestSavingPercent } from '@waybill/contract/billing/best-saving'
import { problems } from '@waybill/contract/core/problem-statuses'
import type { ProblemCode } from '@waybill/contract/core/problems'
import { timeLeftKey } from '@waybill/contract/core/sizes'
import { describe, expect, it } from 'vitest'
import './packs/bring-all.ts'
import { supplierNouns } from '@waybill/contract/requests/supplier-noun'
import { downloadWords } from '../entries/download/words/download-words.ts'
import { sealedSendingWords } from '../entries/request-page/sealed/words/sealed-sending-words.ts'
import { answeringWords } from '../entries/request-page/sending/words/answering-words.ts'
import { answerWords } from '../entries/request-page/words/answer-words.ts'
import { accountsWords } from '../features/account/sign-in/words/accounts-words.ts'
import { analyticsWords } from '../features/analytics/words/analytics-words.ts'
import { billingWords } from '../features/billing/words/billing-words.ts'
import { buyingWords } from '../features/billing/words/buying-words.ts'
import { panelWords } from '../features/billing/words/panel/panel-words.ts'
import { payWords } from '../features/billing/words/pay/pay-words.ts'
import { conversationDeskWords } from '../features/conversation/desk/words/conversation-desk-words.ts'
import { conversationWords } from '../features/conversation/words/conversation-words.ts'
import { deskWords } from '../features/desk/words/desk-words.ts'
import { newsWords } from '../features/news/words/news-words.ts'
import { receiptCheckWords } from '../features/receipts/words/receipt-check-words.ts'
import { requestFormWords } from '../features/requests/form/words/request-form-words.ts'
import { requestRecordWords } from '../features/requests/record/words/request-record-words.ts'
import { type RequestWords, requestWordsOf } from '../features/requests/request-words.ts'
import { sealedRequestsWords } from '../features/requests/sealed/words/sealed-requests-words.ts'
import { requestsWords } from '../features/requests/words/requests-words.ts'
import { quickSendWords } from '../features/send/form/words/quick-send-words.ts'
import { optionsWords } from '../features/send/options/words/options-words.ts'
import { standingWords } from '../features/send/standing/words/standing-words.ts'
import { teamWords } from '../features/team/words/team-words.ts'
import { receiptWords } from '../features/transfers/record/receipts/words/receipts-words.ts'
import { webhooksWords } from '../features/webhooks/words/webhooks-words.ts'
import { addressesWords } from '../shared/addresses/words/addresses-words.ts'
import { alertWords } from '../shared/alerts/words/alerts-words.ts'
import { problemSentence } from '../shared/api/problem-words.ts'
import { linkHoldWords } from '../shared/billing/words/link-hold-words.ts'
import { commentsWords } from '../shared/comments/words/comments-words.ts'
import { draftsWords } from '../shared/drafts/words/drafts-words.ts'
import { expiriesWords } from '../shared/expiry/words/expiries-words.ts'
import { previewWords } from '../shared/preview/words/preview-words.ts'
import { recordingWords } from '../shared/recording/words/recording-words.ts'
import { sealedNoteWords } from '../shared/sealing/note/words/sealed-note-words.ts'
import { sealingWords } from '../shared/sealing/words/sealing-words.ts'
import { sendLaterWords } from '../shared/time/words/send-later-words.ts'
import { passwordFieldWords } from '../shared/ui/fields/words/password-field-words.ts'
import { shellWords } from '../shared/ui/words/shell-words.ts'
import { sendingWords } from '../shared/upload/words/sending-words.ts'
import { homeWords } from './pages/words/home-words.ts'

const { en: form } = quickSendWords
const { en: sending } = sendingWords
const { en: accounts } = accountsWords
const { en: billing } = billingWords

describe('sentences of the specification match it literally', () => {
  const overLimit = { role: 'anon', limitBytes: 3e9, excessBytes: 1.2e9 }
  it.each([
    [form.emailTo, 'Email to (Enter or , to seperate)'],
    [addressesWords.en.invalidEmailTo, 'Invalid Email To Address'],
    [form.linksReserved, 'Hey, right now links are reserved for premium accounts.'],
    [problemSentence('en', 'insecure-file-type'), 'Insecure file type'],
    [problemSentence('en', 'piracy-marker'), 'File removed: potential copyright file'],
    [
      problemSentence('en', 'over-transfer-limit', overLimit),
      'Over transfer limit: Your free plan is limited to 3 GB transfers. Your 1.2 GB over your limit.',
    ],
    [
      problemSentence('en', 'too-many-recipients'),
      'Thats too many people - You can transfer files up to 50 people with a subscription',
    ],
    [sending.limitTitle, 'Great things have limits'],
    [answerWords.en.pageTitle, 'File Requests'],
    [downloadWords.en.extended, 'Link Extended for 48 hours'],
    [downloadWords.en.newExpiry, 'New expiry date'],
    [downloadWords.en.extensionOver, 'Link expired'],
    [downloadWords.en.extensionNothing, 'Nothing to see here'],
    [downloadWords.en.myAccount, 'My account'],
    [sending.status['warming-up'], 'Warming Up...'],
    [sending.status['almost-done'], 'Almost done...'],
    [sending.status['getting-ready'], 'Getting Ready...'],
    [sending.status.transferring, 'Transferring...'],
    [sending.status.resuming, 'Resuming Upload....'],
    [sending.slow, 'We are retrying...'],
    [sending.fileInUse, 'Make sure your file is not in use'],
    [sending.connectionError, 'Connection error'],
    [sending.cancelText, 'You can resume this transfer within 7 days'],
    [sending.resumable, 'You can resume this transfer within 7 days'],
    [sending.noSend, 'Could not send Data.'],
    [sending.noKey, 'Network Error - Could not get key.'],
    [sending.timeLeft(timeLeftKey(null)), 'Calculating...'],
    [sending.timeLeft(timeLeftKey(45)), 'Less than a minute remaining'],
    [sending.timeLeft(timeLeftKey(12)), 'Less than 30 seconds remaining'],
    [sending.expiresOn('27 Nov 2026'), 'Expires 27 Nov 2026'],
    [sending.neverExpires, 'Never expires'],
    [problemSentence('en', 'password-too-short'), 'Password has to be atleast 6 characters'],
    [problemSentence('en', 'email-taken'), 'This email has been taken'],
    [accounts.signIn, 'Sign In'],
    [problemSentence('en', 'signup-code-wrong'), 'Incorrect, check your email and try again.'],
    [accounts.codeTermsLead + accounts.codeTermsName, 'By continuing you agree to the terms of service'],
    [problemSentence('en', 'login-refused'), 'Unable to log in with provided credentials'],
    [accounts.connectionTrouble, 'Connection trouble, please refresh and try again'],
    [accounts.requested, 'Password request sent!'],
    [
      accounts.requestedText,
      'If we have a account with that email, please click the included link to reset your password.',
    ],
    [billing.title, 'Try free for a week'],
    [billing.subheader, 'Get sending quickly'],
    [billing.senderSubheader, 'You can too!'],
    [billing.choosePlan, 'Choose a plan'],
    [billing.upgradeToBusiness, 'Upgrade to Business'],
    [billing.upgradePlan, 'Upgrade your plan'],
    [billing.currentPlan, 'Current plan'],
    [billing.yearlyLess(bestSavingPercent()), 'saves up to 34 %'],
    [draftsWords.en.getTrial, 'Get 7-day trial'],
    [problemSentence('en', 'month-full'), 'Great things have limits'],
    [problemSentence('en', 'subscription-due'), 'Your trial has expired - Please add a payment method to re-activate'],
    [problemSentence('en', 'storage-full'), 'Your storage is now full'],
    [problemSentence('en', 'account-suspended'), 'your account is currently suspended'],
  ])('%s', (said, specified) => {
    expect(said).toBe(specified)
  })
})

it.each(['en', 'zh'] as const)('every code has its own words in %s, in whichever pack', (language) => {
  const without = problemSentence(language, 'none' as ProblemCode)
  const codes = Object.keys(problems) as ProblemCode[]
  expect(
    codes.filter((code) => problemSentence(language, code, { limit: 1, types: [], retryAfterSeconds: 60 }) === without),
  ).toEqual([])
})

it.each(['en', 'zh'] as const)('the page of an invitation and the refusal say the same in %s', (language) => {
  const { bound } = teamWords[language]
  for (const because of ['paid', 'team', 'member'] as const)
    expect(problemSentence(language, 'account-bound', { because })).toBe(bound[because])
})

/** Every text of a table, at any depth; without functions. */
function textsOf(table: unknown): string[] {
  if (typeof table === 'string') return [table]
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(textsOf) : []
}

function expectTranslated(en: unknown, zh: unknown): void {
  const english = textsOf(en).filter((text) => /[a-z]{3}/.test(text) && !/@|Rao|Waybill|DB-IP/.test(text))
  expect(textsOf(zh)).toHaveLength(textsOf(en).length)
  expect(textsOf(zh).filter((text) => english.includes(text))).toEqual([])
}

describe('Chinese', () => {
  it.each([
    ['home', homeWords],
    ['shell', shellWords],
    ['quick-send', quickSendWords],
    ['addresses', addressesWords],
    ['drafts', draftsWords],
    ['expiries', expiriesWords],
    ['link-hold', linkHoldWords],
    ['password-field', passwordFieldWords],
    ['sending', sendingWords],
    ['accounts', accountsWords],
    ['billing', billingWords],
    ['buying', buyingWords],
    ['pay', payWords],
    ['panel', panelWords],
    ['conversation', conversationWords],
    ['conversation-desk', conversationDeskWords],
    ['desk', deskWords],
    ['news', newsWords],
    ['recording', recordingWords],
    ['standing', standingWords],
    ['options', optionsWords],
    ['send later', sendLaterWords],
    ['preview', previewWords],
    ['alerts', alertWords],
    ['analytics', analyticsWords],
    ['receipts', receiptWords],
    ['receipt-check', receiptCheckWords],
    ['webhooks', webhooksWords],
    ['sealing', sealingWords],
    ['sealed-note', sealedNoteWords],
    ['sealed-sending', sealedSendingWords],
    ['sealed-requests', sealedRequestsWords],
    ['requests', requestsWords],
    ['answer', answerWords],
    ['answering', answeringWords],
    ['comments', commentsWords],
  ])('has everything of %s, and nothing in the words of the English table', (_room, { en, zh }) => {
    expectTranslated(en, zh)
  })

  it.each(supplierNouns)('has everything of requests whose suppliers are called %s', (noun) => {
    for (const words of [requestFormWords, requestRecordWords] as Array<RequestWords<unknown>>) {
      expectTranslated(requestWordsOf(words, 'en', noun), requestWordsOf(words, 'zh', noun))
    }
  })
})
