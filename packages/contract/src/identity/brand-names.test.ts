import { expect, test } from 'vitest'
import { posesAsBrand } from './brand-names.ts'

test.each([
  'PayPal',
  'PayPal Security Team',
  'Pay Pal',
  'P a y P a l',
  'PaypaI',
  'Рaypаl',
  'pαypal',
  'PayPál',
  'ＰａｙＰａｌ',
  'Pay\u200bPal',
  'M1crosoft',
  'Micr0s0ft Office 365',
  'Wells Fargo',
  'State Bank of India',
  'DHL-Express',
  'U.P.S',
  'Waybill',
  '微信支付',
  '中国 银行 客服',
  'PayPal!',
  '!PayPal!!',
  'PayPal?',
  'PayPal™',
  'PayPalSupport',
  'PayPal24',
  'ThePayPalTeam',
  'paypalsupport',
  'mypaypal',
  'MicrosoftSecurity',
  'microsoft-security',
  'UPSDelivery',
  'DHLExpress',
  'upsdelivery',
  'M!crosoft',
  'StateBankOfIndia',
  'PаyPаlSupport',
  'paypal.com',
])('%s, from any address', (name) => {
  expect(posesAsBrand(name, 'ada@lovelace.example')).toBe(true)
})

test.each([
  'Ada Lovelace',
  'Apple Chan',
  'Amazonia Timber',
  'Upsala Glass',
  'Googlesby',
  'Rao Forge',
  '李伟',
  'Groups and more',
  'StartUps Ltd',
  'PickUps & Vans',
  'Apple Tree Farm Ltd',
  'Version 2.0',
  'Chase & Sons',
  'Marks!',
  'SupportTeam',
  'The Pay Desk',
  'Adobea Mensah',
  'Outlooker',
  'Googleberg24',
  '深圳市精工模具有限公司',
  '',
])('%s is a name', (name) => {
  expect(posesAsBrand(name, 'ada@lovelace.example')).toBe(false)
})

test('a brand’s own domain may use its name, and a domain that only begins like it may not', () => {
  expect(posesAsBrand('DHL Express', 'asha@in.dhl.com')).toBe(false)
  expect(posesAsBrand('PayPal', 'x@paypal.co.uk')).toBe(false)
  expect(posesAsBrand('PayPal', 'x@paypal-service.com')).toBe(true)
  expect(posesAsBrand('PayPal', 'x@paypal.evil.example')).toBe(true)
  expect(posesAsBrand('PayPal', 'paypal@example.com')).toBe(true)
  expect(posesAsBrand('PayPal', 'x@example.paypal')).toBe(true)
  for (const ending of ['xyz', 'io', 'support', 'co', 'cm', 'ru', 'com.evil', 'net', 'co.com']) {
    expect(posesAsBrand('PayPal', `x@paypal.${ending}`)).toBe(true)
  }
  expect(posesAsBrand('PayPal', 'x@paypal.com')).toBe(false)
  expect(posesAsBrand('PayPal', 'x@mail.paypal.com')).toBe(false)
  expect(posesAsBrand('PayPal', 'x@evilpaypal.com')).toBe(true)
  expect(posesAsBrand('PayPal', 'x@PAYPAI.com')).toBe(true)
})
