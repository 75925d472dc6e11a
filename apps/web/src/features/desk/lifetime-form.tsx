import { LIFETIME_CODES_AT_ONCE } from '@waybill/contract/billing/lifetime'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { CopyButton } from '../../shared/ui/fields/copy-button.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { rereadDesk } from './desk-list.tsx'
import { deskWords } from './words/desk-words.ts'

/** Makes codes, and shows them: no other page can. */
export function LifetimeForm() {
  const words = useWords(deskWords)
  const [typed, setTyped] = useState('1')
  const [note, setNote] = useState('')
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isRefused, setRefused] = useState(false)
  const { isBusy, error, save } = useMutation()
  const make = () => {
    const count = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
    const isWrong = count < 1 || count > LIFETIME_CODES_AT_ONCE
    setRefused(isWrong)
    if (isWrong) return
    void save(async () => {
      setCodes((await call('makeLifetimeAtDesk', { body: { count, note } })).codes)
      await rereadDesk()
    })
  }
  return (
    <form
      className={layoutStyles.stackClose}
      aria-label={words.lifetime.make}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <FormField
        label={words.lifetime.count(LIFETIME_CODES_AT_ONCE)}
        value={typed}
        inputMode="numeric"
        maxLength={3}
        error={isRefused && words.lifetime.countWrong(LIFETIME_CODES_AT_ONCE)}
        onType={setTyped}
      />
      <FormField label={words.lifetime.note} value={note} maxLength={200} onType={setNote} />
      <div className={layoutStyles.row}>
        <Button type="submit" loading={isBusy}>
          {words.lifetime.make}
        </Button>
      </div>
      <FailureLine>{error}</FailureLine>
      {codes.length > 0 && <MadeCodes codes={codes} />}
    </form>
  )
}

function MadeCodes({ codes }: { codes: readonly string[] }) {
  const words = useWords(deskWords)
  return (
    <div className={`${partsStyles.paper} ${layoutStyles.stackClose}`} role="status">
      <p>{words.lifetime.shownOnce}</p>
      <p className={`${layoutStyles.asWritten} ${textStyles.mono}`}>{codes.join('\n')}</p>
      <div className={layoutStyles.row}>
        <CopyButton text={codes.join('\n')} label={words.lifetime.copy} done={words.lifetime.copied}>
          {words.lifetime.copy}
        </CopyButton>
      </div>
    </div>
  )
}
