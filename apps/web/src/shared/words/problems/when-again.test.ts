import { expect, test } from 'vitest'
import '../../../app/packs/bring-all.ts'
import { problemSentence } from '../../api/problem-words.ts'
import { whenAgain } from './when-again.ts'

test.each([
  ['en', 1, 'in 1 minute'],
  ['en', 61, 'in 2 minutes'],
  ['en', 3_540, 'in 59 minutes'],
  ['en', 3_541, 'in 1 hour'],
  ['en', 3_601, 'in 2 hours'],
  ['en', 86_400, 'in 24 hours'],
  ['zh', 61, '2 分钟后'],
  ['zh', 86_400, '24 小时后'],
  ['en', undefined, 'in 1 hour'],
] as const)('%s: %s seconds are %s', (language, seconds, words) => {
  expect(whenAgain(language, seconds)).toBe(words)
})

const address = { because: 'address', address: 'asha@rao-forge.example', retryAfterSeconds: 3_000 }
const day = { because: 'day', limit: 60, retryAfterSeconds: 36_000 }
test.each([
  [
    'en',
    address,
    'asha@rao-forge.example has had enough emails from you for now. You can email them again in 50 minutes.',
  ],
  ['en', day, 'You have reached your limit of 60 emails a day. You can send more in 10 hours.'],
  ['zh', address, '您近期发给 asha@rao-forge.example 的邮件已达上限，50 分钟后可以再次发送。'],
  ['zh', day, '您今天已发送 60 封邮件，达到上限，10 小时后可以继续发送。'],
] as const)('%s %j', (language, facts, sentence) => {
  expect(problemSentence(language, 'too-many-mails', facts)).toBe(sentence)
})
