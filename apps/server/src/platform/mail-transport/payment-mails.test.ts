import { expect, test } from 'vitest'
import { write } from '#test/mail/mail-samples'

test('an end says what exceeds the smaller plan, and only where something does', () => {
  const over = write('plan-ended').text
  expect(over).toContain('You store more than Free has room for.')
  expect(over).toContain('Stored  34 GB\nStorage of Free  10 GB')
  const fits = write('plan-ended', { usedBytes: 10_000_000_000 }).text
  expect(fits).not.toContain('Stored')
  expect(fits).toContain('Nothing is deleted.')
})

test('what lifetime codes give is named where it holds', () => {
  expect(write('plan-ended', { role: 'business', isLifetime: true }).text).toContain(
    'Your account is now on Business, by your lifetime licenses.',
  )
  const holds = write('payment-failed', { isSendingOff: false }).text
  expect(holds).toContain('Your lifetime licenses still hold')
  expect(holds).not.toContain('Sending is off')
})

test('what the provider has not said is left out', () => {
  const failed = write('payment-failed', { amount: null, card: null })
  expect(failed.text).toContain('We couldn’t charge your card for Pro monthly')
  expect(failed.text).not.toMatch(/Amount|Card {2}|US\$/)
  const charged = write('plan-charged', { running: null })
  expect(charged.subject).toBe('Payment received: US$26.10')
  expect(charged.text).not.toMatch(/Plan {2}|period|Next charge|trial/)
})

test('tax is named where the provider adds it', () => {
  expect(write('trial-ending', { hasTax: true }).text).toContain('Amount  US$228 plus tax')
  expect(write('trial-ending').text).not.toContain('tax')
  expect(write('trial-ending', { hasTax: true }, 'zh').text).toContain('US$228（税费另计）')
})

test('instants are told in the zone of the reader', () => {
  expect(write('trial-ending').subject).toBe('Your Pro trial ends on 29 Nov 2026')
  expect(write('trial-ending', { readerTimeZone: 'America/New_York' }).subject).toBe(
    'Your Pro trial ends on 28 Nov 2026',
  )
  expect(write('trial-ending', {}, 'zh').text).toContain('2026年11月29日 00:30（UTC+8）')
})
