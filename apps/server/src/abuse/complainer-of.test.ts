import { expect, test } from 'vitest'
import { complainerOf } from './complainer-of.ts'

test.each([
  ['a@rao-forge.example', 'rao-forge.example'],
  ['B+tag@Mail.Rao-Forge.example', 'rao-forge.example'],
  ['a@x.y.z.evil.com', 'evil.com'],
  ['a@mill.co.uk', 'mill.co.uk'],
  ['a@b.mill.com.cn', 'mill.com.cn'],
  ['a@co.uk', 'co.uk'],
  ['a.d.a+1@gmail.com', 'ada@gmail.com'],
  ['li@qq.com', 'li@qq.com'],
  ['Mei+x@163.com', 'mei@163.com'],
  ['a@yahoo.co.uk', 'a@yahoo.co.uk'],
  ['x9@privaterelay.appleid.com', 'x9@privaterelay.appleid.com'],
])('%s complains as %s', (address, complainer) => {
  expect(complainerOf(address)).toBe(complainer)
})
