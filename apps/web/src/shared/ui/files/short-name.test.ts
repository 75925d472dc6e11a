import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['plan.pdf', 'plan.pdf'],
  ['drawings/2026/plan.pdf', 'plan.pdf'],
  ['gearbox-housing-for-the-press-final-r7.dwg', 'gearbox-housing-fo…al-r7.dwg'],
  [
    '第三季度报价单与全部图纸最终版本以及所有的附件与说明文件汇总.pdf',
    '第三季度报价单与全部图纸最终版本以及…明文件汇总.pdf',
  ],
  ['', ''],
])('%s', (path, short) => {
  expect([...short].length).toBeLessThanOrEqual(28)
  expect(shortName(path)).toBe(short)
})
