import { expect, test } from 'vitest'
import { beginDraft } from './kept-draft.ts'
import type { RequestDraft } from './request-draft.ts'

const draft = (title: string) => ({ title, items: [] }) as unknown as RequestDraft
const [empty, written, shipping, hiring] = [draft(''), draft('Half written'), draft('Shipping'), draft('Hiring')]
const kept = (of: RequestDraft, isTemplate: boolean) => ({ draft: of, isTemplate })

test.each([
  ['nothing', null, null, empty, false],
  ['what was written before', kept(written, false), null, written, false],
  ['a template', null, shipping, shipping, false],
  ['what was written before, and offers the template', kept(written, false), shipping, written, true],
  ['a template, in place of another that nobody has changed', kept(hiring, true), shipping, shipping, false],
  ['the same template after a reload', kept(shipping, true), shipping, shipping, false],
  ['a template that was opened before and not changed', kept(shipping, true), null, shipping, false],
])('begins with %s', (_what, before, opened, initial, isOffered) => {
  const begun = beginDraft(empty, before, opened)
  expect([begun.initial.title, begun.isOffered]).toEqual([initial.title, isOffered])
})

test('knows a template for one until it is changed, also after the form was left', () => {
  expect(beginDraft(empty, kept(shipping, true), null).template).toBe(shipping)
  expect(beginDraft(empty, kept(written, false), null).template).toBeNull()
})
