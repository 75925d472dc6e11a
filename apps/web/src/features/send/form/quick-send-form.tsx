import { ANON_FREE_SENDS } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { DraftFinding } from '@waybill/contract/transfers/manifest'
import { type FormEvent, Suspense, useState } from 'react'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { LaterRefusalWay } from '../../../shared/billing/upgrade/later-refusal-way.tsx'
import { allFiles, judge, totalBytes } from '../../../shared/drafts/draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import { useLineAway } from '../../../shared/loading/line.ts'
import { MainButton } from '../../../shared/ui/fields/main-button.tsx'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { Gap } from '../../../shared/words/gap.tsx'
import { type Language, useLanguage, useWords } from '../../../shared/words/language.tsx'
import quickSendStyles from '../screens/quick-send.module.css'
import { freeSendsUsed } from '../upload/remembered.ts'
import { startSending, stopWaiting } from '../upload/start-sending.ts'
import { DraftFiles } from './draft-files.tsx'
import { FileAdder } from './file-adder.tsx'
import { MessageField } from './message-field.tsx'
import { OptionsLine } from './options-line.tsx'
import { RecipientsField } from './recipients-field.tsx'
import { SenderField } from './sender-field.tsx'
import type { QuickSendWords } from './words/en.ts'
import { quickSendWords } from './words/quick-send-words.ts'

const LateParts = lazyPart(async () => (await import('./late-parts.tsx')).LateParts)
const TitleField = lazyPart(async () => (await import('../options/title-field.tsx')).TitleField)

/** The form for a visitor's transfer; checked during typing by the server's rules. */
export function QuickSendForm({ takesFocus }: { takesFocus: boolean }) {
  const words = useWords(quickSendWords)
  const { language } = useLanguage()
  const draft = useQuickSend((state) => state.draft)
  const isPlanning = useQuickSend((state) => state.isPlanning)
  const account = useAccount()
  const findings = judge(draft)
  const files = allFiles(draft)
  const bytes = totalBytes(files)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (findings.length === 0 && !isPlanning) void startSending()
  }
  return (
    <Slip label={words.name} name={words.name}>
      <form className={quickSendStyles.quickSend} onSubmit={submit} noValidate>
        <FileAdder takesFocus={takesFocus} />
        <DraftFiles />
        {draft.sendAs === 'email' && <RecipientsField />}
        {account ? <SendingAddress account={account} /> : draft.sendAs === 'email' && <SenderField />}
        <Suspense fallback={<div className={quickSendStyles.titlePlace} />}>
          <TitleField />
        </Suspense>
        <MessageField />
        <OptionsLine />
        <div className={quickSendStyles.lateParts}>
          <Suspense fallback={null}>
            <LateParts account={account} />
          </Suspense>
        </div>
        <MainButton isSubmit isWide isDisabled={findings.length > 0} isBusy={isPlanning}>
          {draft.options.sendLater
            ? words.schedule
            : bytes > 0
              ? words.sendSize(formatBytes(bytes, language))
              : words.send}
        </MainButton>
        <FormHint finding={files.length > 0 ? findings[0] : undefined} files={files.length} isPlanning={isPlanning} />
      </form>
    </Slip>
  )
}

interface FormHintProps {
  finding: DraftFinding | undefined
  files: number
  isPlanning: boolean
}

/** One line under the button: what still keeps the draft from being sent, else how many free sends are used. */
function FormHint({ finding, files, isPlanning }: FormHintProps) {
  const words = useWords(quickSendWords)
  const { language } = useLanguage()
  const [used] = useState(freeSendsUsed)
  const isVisitor = useAccount() === null
  const usedLine = isVisitor && used > 0 ? words.sendsUsed(Math.min(used, ANON_FREE_SENDS), ANON_FREE_SENDS) : ''
  const isAway = useLineAway()
  const isGrave = finding && finding.code !== 'invalid-input'
  // Too many recipients are said at their field, with the same way on.
  const isLimit = isGrave && !isPlanning && finding.code !== 'too-many-recipients'
  if (isPlanning && isAway) {
    return (
      <p
        className={`${textStyles.soft} ${layoutStyles.medium} ${quickSendStyles.formHint} ${layoutStyles.warned} ${quickSendStyles.formWaits}`}
        role="status"
        ref={bringIntoView}
      >
        {words.waitsForLine}
        <Gap />
        <button type="button" className={textStyles.quietButton} onClick={stopWaiting}>
          {words.stopWaiting}
        </button>
      </p>
    )
  }
  return (
    <p
      className={`${isGrave ? layoutStyles.bad : textStyles.soft} ${layoutStyles.medium} ${quickSendStyles.formHint}`}
      role="status"
    >
      {isPlanning ? words.checking : finding ? hintFor(finding, words, language) : usedLine}
      {isLimit && finding && (
        <>
          <Gap />
          <LaterRefusalWay code={finding.code} facts={{ ...finding.facts, count: files }} />
        </>
      )}
    </p>
  )
}

/** It appears under the button, where a small screen may end. */
const bringIntoView = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

/** Short, because the full refusal has already been shown. */
function hintFor({ code, facts }: DraftFinding, words: QuickSendWords, language: Language): string {
  switch (code) {
    case 'invalid-input':
      return words.missing[String(facts.field)] ?? problemSentence(language, code, facts)
    case 'invalid-recipient':
      return words.stillTyping
    case 'over-transfer-limit':
      return words.tooLarge(formatBytes(Number(facts.excessBytes), language))
    case 'too-many-recipients':
      return words.tooManyPeople(Number(facts.limit))
    case 'too-many-files':
      return words.tooManyFiles(Number(facts.limit))
    default:
      return problemSentence(language, code, facts)
  }
}

/** Who an account's transfer comes from: its own address, which is not typed. */
function SendingAddress({ account }: { account: User }) {
  const words = useWords(quickSendWords)
  return (
    <p className={`${layoutStyles.large} ${quickSendStyles.senderLine}`}>
      <span className={textStyles.soft}>{words.from}</span>{' '}
      <strong>
        <Address of={account.email} />
      </strong>
    </p>
  )
}
