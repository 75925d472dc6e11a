import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DraftFinding } from '@waybill/contract/manifest'
import { ANON_FREE_SENDS } from '@waybill/contract/plans'
import { formatBytes } from '@waybill/contract/sizes'
import { problemSentence } from '../api/problem-words.ts'
import { Slip } from '../ui/slip.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import { type QuickSendWords } from '../words/en/quick-send.ts'
import { quickSendWords } from '../words/quick-send.ts'
import { judge, totalBytes } from './draft.ts'
import { DraftFiles } from './draft-files.tsx'
import { FileAdder } from './file-adder.tsx'
import { MessageField } from './message-field.tsx'
import { OptionsLine } from './options-line.tsx'
import { useQuickSend } from './quick-send-state.ts'
import { RecipientsField } from './recipients-field.tsx'
import { freeSendsUsed } from './remembered.ts'
import { send } from './send-transfer.ts'
import { SenderField } from './sender-field.tsx'

/** The slip on which a visitor puts a transfer together; judged while they type by the rules the server uses. */
export function QuickSendForm() {
  const words = useWords(quickSendWords)
  const { language } = useLanguage()
  const draft = useQuickSend((state) => state.draft)
  const isPlanning = useQuickSend((state) => state.isPlanning)
  const findings = judge(draft)
  const bytes = totalBytes(draft.files)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (findings.length === 0 && !isPlanning) void send()
  }
  return (
    <Slip label={words.name} name={words.name}>
      <form className="quick-send" onSubmit={submit} noValidate>
        <FileAdder />
        <DraftFiles />
        {draft.sendAs === 'email' && <RecipientsField />}
        {draft.sendAs === 'email' && <SenderField />}
        <MessageField />
        <OptionsLine />
        <Button type="submit" fullWidth disabled={findings.length > 0} loading={isPlanning}>
          {bytes > 0 ? words.sendSize(formatBytes(bytes, language)) : words.send}
        </Button>
        <FormHint finding={draft.files.length > 0 ? findings[0] : undefined} words={words} isPlanning={isPlanning} />
      </form>
    </Slip>
  )
}

interface FormHintProps {
  finding: DraftFinding | undefined
  words: QuickSendWords
  isPlanning: boolean
}

/** One line under the button: what still keeps the draft from being sent, else how many free sends were used. */
function FormHint({ finding, words, isPlanning }: FormHintProps) {
  const { language } = useLanguage()
  const [used] = useState(freeSendsUsed)
  const usedLine = used > 0 ? words.sendsUsed(Math.min(used, ANON_FREE_SENDS), ANON_FREE_SENDS) : ''
  const missing = finding?.code === 'invalid-input' ? words.missing[String(finding.facts.field)] : undefined
  const hint = finding && (missing ?? problemSentence(language, finding.code, finding.facts))
  return (
    <p className="form-hint" role="status" data-grave={(finding && !missing) || undefined}>
      {isPlanning ? words.checking : (hint ?? usedLine)}
    </p>
  )
}
