import { isUnpaid } from '@waybill/contract/billing/plans'
import type { ProblemCode } from '@waybill/contract/core/problems'
import { problemSentence } from '../api/problem-words.ts'
import { nameList } from '../ui/lists/name-list.ts'
import { notify, OVER_LIMIT_NOTICE_MS } from '../ui/page/notices.ts'
import { spokenLanguage } from '../words/language.tsx'
import { changeDraft, type Draft, type DraftChange, judge, type LeftOut } from './draft.ts'
import { readQuickSend, setQuickSend } from './quick-send-state.ts'
import { draftsWords } from './words/drafts-words.ts'

/** Changes the draft and reports what the change left out. */
export function change(draftChange: DraftChange): void {
  const { draft: before, screen } = readQuickSend()
  const draft = changeDraft(before, draftChange)
  setQuickSend({ draft, failure: null })
  if (screen === 'sending' && sizeOf(draft) > sizeOf(before))
    notify({ title: draftsWords[spokenLanguage()].keptForNext })
  if (draftChange.kind === 'add-files' || draftChange.kind === 'forward-files') {
    sayLeftOut(draft.leftOut)
    sayLimit(draft, 'over-transfer-limit')
    sayLimit(draft, 'too-many-files')
  }
  if (draft.emailTo.length > before.emailTo.length) sayLimit(draft, 'too-many-recipients')
}

const sizeOf = ({ files, forwarded, emailTo }: Draft) => files.length + forwarded.length + emailTo.length

function sayLeftOut(leftOut: readonly LeftOut[]): void {
  const language = spokenLanguage()
  const byReason = Map.groupBy(leftOut, ({ why }) => why)
  for (const [why, files] of byReason) {
    const title = why === 'same-name' ? draftsWords[language].sameName : problemSentence(language, why)
    notify({ title, text: someNames(files), tone: 'warning' })
  }
}

const NAMES_SHOWN = 3

function someNames(files: readonly LeftOut[]): string {
  const names = files.slice(0, NAMES_SHOWN).map(({ path }) => path)
  const rest = files.length - names.length
  const list = nameList(names, spokenLanguage())
  return rest > 0 ? `${list} … (+${rest})` : list
}

function sayLimit(draft: Draft, code: ProblemCode): void {
  const finding = judge(draft).find((one) => one.code === code)
  if (!finding) return
  const language = spokenLanguage()
  const isTrial = code === 'too-many-recipients' && isUnpaid(draft.role)
  const count = code === 'too-many-recipients' ? draft.emailTo.length : draft.files.length + draft.forwarded.length
  notify({
    title: problemSentence(language, code, finding.facts),
    durationMs: OVER_LIMIT_NOTICE_MS,
    refusal: { code, facts: { ...finding.facts, count }, label: isTrial ? draftsWords[language].getTrial : undefined },
  })
}
