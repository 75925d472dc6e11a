import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { openContent } from '../open-content.ts'
import type { Fail } from './content-error.ts'
import { chooseLines, fillText } from './fill-in.ts'
import { fronts, readFrontMatter } from './read-front-matter.ts'
import { readMarkdown } from './read-markdown.ts'

const fail: Fail = (line, reason) => {
  throw new Error(`${line}: ${reason}`)
}
const markdown = (text: string) => readMarkdown(text, 0, fail)

describe('Markdown', () => {
  it('becomes blocks of text', () => {
    expect(markdown('One **two** `three`\nfour [five](/support/x).\n\n## Six\n\n1. seven\n2. *eight*')).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { style: 'plain', text: 'One ' },
          { style: 'strong', text: 'two' },
          { style: 'plain', text: ' ' },
          { style: 'code', text: 'three' },
          { style: 'plain', text: ' four ' },
          { style: 'plain', text: 'five', href: '/support/x' },
          { style: 'plain', text: '.' },
        ],
      },
      { kind: 'heading', level: 2, runs: [{ style: 'plain', text: 'Six' }] },
      {
        kind: 'list',
        isOrdered: true,
        items: [[{ style: 'plain', text: 'seven' }], [{ style: 'emphasis', text: 'eight' }]],
      },
    ])
  })

  it('joins lines of Chinese without a space', () => {
    expect(markdown('文件已\n送达。\n更多')).toEqual([
      { kind: 'paragraph', runs: [{ style: 'plain', text: '文件已送达。更多' }] },
    ])
  })

  it('reads bold text of Chinese that ends in a sign and has no space after it', () => {
    const strong = (text: string) => ({ style: 'strong', text })
    const plain = (text: string) => ({ style: 'plain', text })
    expect(markdown('**连接会中断。**持续下载。请用**忘记密码？**重新设置，或**“登录”**。')).toEqual([
      {
        kind: 'paragraph',
        runs: [
          strong('连接会中断。'),
          plain('持续下载。请用'),
          strong('忘记密码？'),
          plain('重新设置，或'),
          strong('“登录”'),
          plain('。'),
        ],
      },
    ])
    expect(markdown('**a [b](/c) `d`** `**`')[0]).toMatchObject({
      runs: [
        strong('a '),
        { style: 'strong', href: '/c' },
        strong(' '),
        { style: 'code' },
        plain(' '),
        { style: 'code', text: '**' },
      ],
    })
  })

  it.each([
    ['one\n\n<div onclick="x">two</div>', '3: holds HTML'],
    ['one\ntwo <b>three</b>', '2: holds HTML'],
    ['- a\n- b <script>x</script>', '2: holds HTML'],
    ['| a |\n|---|\n| <img src=x> |', '3: holds HTML'],
    ['one\n\n[two](javascript:alert(1))', '3: links to "javascript:alert(1)"'],
    ['[two](//elsewhere.example)', '1: links to "//elsewhere.example"'],
    ['[two](data:text/html,x)', '1: links to "data:'],
    ['[two](support)', '1: links to "support"'],
    ['one\n\n![picture](/x.png)', '3: holds "image"'],
    ['one\n\n---', '3: holds "hr"'],
    ['# Title', '1: is a heading that is neither'],
    ['one\n\n- a\n  - b', '4: holds more than one paragraph'],
    ['a &lt; b', '1: holds the entity'],
    ['one\n\na ** b', '3: shows "**"'],
    ['', '0: is followed by no text'],
  ])('refuses %j with its line', (text, reason) => {
    expect(() => markdown(text)).toThrow(reason)
  })
})

describe('front matter', () => {
  const read = (...lines: string[]) => readFrontMatter(lines.join('\n'), fronts.help, fail)
  const whole = ['---', 'title: T', 'description: D', 'group: sending', 'order: 3', '---', 'text']

  it('is read with the text below it', () => {
    expect(read(...whole)).toEqual({
      front: { title: 'T', description: 'D', group: 'sending', order: 3 },
      body: 'text',
      linesBefore: 6,
    })
  })

  it.each([
    [['text'], '1: must be "---"'],
    [whole.slice(0, 5), '1: opens front matter that no second'],
    [whole.toSpliced(2, 0, 'colour: red'), '3: has the unknown key "colour"'],
    [whole.toSpliced(4, 1, 'order: first'), '5: has an invalid "order"'],
    [whole.toSpliced(3, 1, 'group: other'), '4: has an invalid "group"'],
    [whole.toSpliced(1, 1), '1: opens front matter without "title"'],
    [whole.toSpliced(2, 0, 'title: U'), '3: repeats "title"'],
    [whole.toSpliced(2, 0, '- a'), '3: is not "key: value"'],
  ])('refuses %j with its line', (lines, reason) => {
    expect(() => read(...lines)).toThrow(reason)
  })
})

describe('conditions and figures', () => {
  const conditions = new Map([
    ['disk', true],
    ['smtp', false],
  ])
  const choose = (text: string) => chooseLines(text, 0, { conditions, fail })

  it('keep what holds of this server, and the numbers of the lines', () => {
    expect(choose('{{if disk}}\na\n{{else}}\nb\n{{end}}\nc')).toBe('\na\n\n\n\nc')
    expect(choose('{{if not smtp}}\na\n{{end}}')).toBe('\na\n')
  })

  it.each([
    ['a\n{{if other}}\nb\n{{end}}', '2: asks for "other"'],
    ['{{if disk}}\na', '1: opens a condition'],
    ['a\n{{end}}', '2: has "{{end}}" in the wrong place'],
    ['{{if disk}}\n{{if disk}}', '2: has "{{if disk}}" in the wrong place'],
  ])('refuse %j with its line', (text, reason) => {
    expect(() => choose(text)).toThrow(reason)
  })

  it('are filled into text that is already read', () => {
    expect(
      fillText(
        '{{a}} and {{b}}',
        new Map([
          ['a', '**x**'],
          ['b', '<b>'],
        ]),
      ),
    ).toBe('**x** and <b>')
  })
})

describe('the folder', () => {
  const source = join(import.meta.dirname, '../../../../../content')
  const copies: string[] = []
  afterAll(() => {
    for (const folder of copies) rmSync(folder, { recursive: true })
  })
  const copy = () => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-content-'))
    copies.push(folder)
    cpSync(source, folder, { recursive: true })
    return folder
  }
  const open = (root: string) => () => openContent(readConfig({}), root).check()

  it('is refused with the file and the line of what is wrong', () => {
    const root = copy()
    const path = join(root, 'help/expiry.zh.md')
    const text = readFileSync(path, 'utf8')
    const wrong = (changed: string) => {
      writeFileSync(path, changed)
      return expect(open(root))
    }
    wrong(`${text}\n<i>x</i>\n`).toThrow(/^content\/help\/expiry\.zh\.md, line \d+, holds HTML$/)
    wrong(`${text}\n{{free.stoarge}}\n`).toThrow(/expiry\.zh\.md, line \d+, asks for the figure "free\.stoarge"/)
    wrong(`${text}\n[x](/support/nowhere)\n`).toThrow('content/help/expiry.zh.md links to "/support/nowhere"')
    wrong(text.replace('order: 4', 'order: 5')).toThrow('expiry.zh.md says another "order"')
    rmSync(path)
    expect(open(root)).toThrow('content/help/expiry.zh.md is missing')
    writeFileSync(path, text)
    writeFileSync(join(root, 'help/notes.txt'), '')
    expect(open(root)).toThrow('content/help/notes.txt, line 1, is not named')
  })

  it('names no size or price of a plan but by its figure', () => {
    const stated = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) =>
        (readFileSync(join(source, name), 'utf8').match(/US\$\d+|\d+ [GT]B/g) ?? []).map((said) => said),
      )
    // The drawing of an example, and what a gigabyte is.
    expect([...new Set(stated)].sort()).toEqual(['1 GB', '2 GB'])
  })
})
