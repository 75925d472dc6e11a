import { describe, expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const read = (text: string) => readCsv(text).map(({ email, name, company }) => [email, name, company])

describe('headers', () => {
  test.each([
    ['Email,Name,Company\r\na@x.example,Ada,Lovelace\r\n'],
    ['\ufeffname,E-Mail,company\nAda,a@x.example,Lovelace\n'],
    ['公司;姓名;电子邮件\nLovelace;Ada;a@x.example'],
    ['姓名\t单位\t邮箱\rAda\tLovelace\ta@x.example'],
    ['"First Name","Last Name","E-mail Address","Organization"\n"Ada","","a@x.example","Lovelace"'],
    ['Given Name,Family Name,E-mail 1 - Value,Organization 1 - Name\nAda,,a@x.example,Lovelace'],
    ['id,mail,full_name,organisation,phone\n7,a@x.example,Ada,Lovelace,123'],
  ])('%j', (text) => {
    expect(read(text)).toEqual([['a@x.example', 'Ada', 'Lovelace']])
  })

  test('joins first and last name where there is no full name', () => {
    expect(read('first name,last name,email\nAda,Lovelace,a@x.example')).toEqual([['a@x.example', 'Ada Lovelace', '']])
  })

  test.each([[''], ['\n\n'], ['a@x.example\nb@x.example'], ['name,company\nAda,Lovelace'], ['\0'], ['<html></html>']])(
    'reads nothing without a column of addresses: %j',
    (text) => {
      expect(() => readCsv(text)).toThrow(expect.objectContaining({ code: 'csv-unreadable' }))
    },
  )
})

describe('lines', () => {
  test('accepts separators, quotes and line breaks inside quotes', () => {
    expect(read('email,name\na@x.example,"Ada ""the first"", Countess\nof Lovelace"')).toEqual([
      ['a@x.example', 'Ada "the first", Countess\nof Lovelace', ''],
    ])
  })

  test('reads short, long and empty lines unchanged', () => {
    expect(read('email,name,company\na@x.example\n\n,,\nb@x.example,B,C,D,E\n')).toEqual([
      ['a@x.example', '', ''],
      ['b@x.example', 'B', 'C'],
    ])
  })

  test('knows the line of each contact', () => {
    expect(readCsv('email,name\n\na@x.example,"two\nlines"\nb@x.example,B').map(({ line }) => line)).toEqual([4, 5])
  })

  test('reports an unclosed quote', () => {
    expect(() => readCsv('email,name\na@x.example,"Ada')).toThrow(
      expect.objectContaining({ code: 'csv-unreadable', facts: { reason: 'malformed' } }),
    )
  })
})
