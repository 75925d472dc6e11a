import { describe, expect, test } from 'vitest'
import { guessedPasswords, isGuessedPassword } from './guessed-passwords.ts'

test('has more than three thousand of six characters and more, all different by letters alone', () => {
  const all = [...guessedPasswords()]
  expect(all.filter((one) => one.length >= 6).length).toBeGreaterThan(3_000)
  for (const one of all) expect(one).toBe(one.toLowerCase())
})

describe('the top of published password lists', () => {
  const known = `123456 password 123456789 12345678 qwerty 123123 111111 abc123 1234567 dragon 1q2w3e4r sunshine 654321
    master football 1234567890 000000 iloveyou monkey letmein baseball princess 123321 starwars zxcvbnm trustno1 welcome
    aaaaaa 123qwe password1 7777777 qwertyuiop asdfgh 987654321 1qaz2wsx q1w2e3r4 112233 qazwsx 88888888 5201314 woaini
    woaini1314 a123456 qq123456 zaq12wsx P@ssw0rd Password123 Welcome1 Summer2024 admin123 azerty123 hallo123 passwort
    1q2w3e4r5t asdfghjkl 147258369 159753 superman batman michael jordan23 hello123 qwe123456`.split(/\s+/)

  test.each(known)('%s', (one) => {
    expect(isGuessedPassword(one)).toBe(true)
    expect(isGuessedPassword(one.toUpperCase())).toBe(true)
  })
})

test.each([
  'correct horse',
  'a waybill travels with it',
  'Ж7!kd92-öä',
  'tr0ub4dor&3x',
  '我的密码很长很长',
  'dragonfly over the weir',
])('does not contain %s', (one) => {
  expect(isGuessedPassword(one)).toBe(false)
})
