import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { addApiKey } from '@waybill/contract/identity/key-endpoints'
import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { ChoiceSelect } from '../../../shared/settings/choice-select.tsx'
import confirmDialogStyles from '../../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { callSteppedUp } from '../security/step-up.ts'
import { ScopeChoice } from './scope-choice.tsx'
import { keysWords } from './words/keys-words.ts'

interface KeyFormProps {
  /** The number of this opening. */
  nth: number
  isOpen: boolean
  returnFocus: boolean
  /** With the key that was made, if any. */
  onEnd: (made?: ReplyOf<typeof addApiKey>) => void
}

/** The form for a new key. It stays mounted while closed, so that it knows what had the focus. */
export function KeyForm({ nth, isOpen, returnFocus, onEnd }: KeyFormProps) {
  const words = useWords(keysWords)
  return (
    <Dialog opened={isOpen} onClose={() => onEnd()} size={480} centered returnFocus={returnFocus}>
      <DialogContent
        label={words.addTitle}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={partsStyles.dialogBody}
      >
        <h2>{words.addTitle}</h2>
        <Fields key={nth} onEnd={onEnd} />
      </DialogContent>
    </Dialog>
  )
}

/** 0 stands for no end. */
const DAYS = [30, 90, 365, 0] as const

function Fields({ onEnd }: Pick<KeyFormProps, 'onEnd'>) {
  const words = useWords(keysWords)
  const [typed, setTyped] = useState({ name: '', networks: '', password: '' })
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read'])
  const [days, setDays] = useState<number>(90)
  const [wasTried, setTried] = useState(false)
  const place = useRef<HTMLInputElement>(null)
  const { isBusy, error, forgive, save } = useMutation()
  const write = (change: Partial<typeof typed>) => {
    forgive()
    setTyped((before) => ({ ...before, ...change }))
  }
  const { name, password } = { ...typed, name: typed.name.trim() }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name === '') place.current?.focus()
    if (name === '' || scopes.length === 0) return
    const networks = typed.networks.split(/[\n,]/).flatMap((line) => line.trim() || [])
    const body = { name, scopes: [...scopes], networks, days: days || null, password }
    await save(async () => onEnd(await callSteppedUp('addApiKey', { body }, password)))
  }
  return (
    <form className={layoutStyles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <FormField
        ref={place}
        label={words.name}
        value={typed.name}
        placeholder={words.nameHint}
        maxLength={60}
        data-autofocus
        autoComplete="off"
        error={wasTried && name === '' ? words.nameNone : ''}
        onType={(text) => write({ name: text })}
      />
      <ScopeChoice
        scopes={scopes}
        onChoose={setScopes}
        error={wasTried && scopes.length === 0 ? words.scopesNone : ''}
      />
      <ChoiceSelect
        label={words.ends}
        value={days}
        choices={DAYS.map((value) => ({ value, name: value === 0 ? words.noEnd : words.inDays(value) }))}
        onChoose={setDays}
      />
      <Networks text={typed.networks} onType={(networks) => write({ networks })} />
      <PasswordField
        label={words.password}
        purpose="current"
        value={password}
        onType={(text) => write({ password: text })}
      />
      <FailureLine>{error}</FailureLine>
      <div className={partsStyles.formActs}>
        <Button variant="default" onClick={() => onEnd()}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={password === ''}>
          {words.make}
        </Button>
      </div>
    </form>
  )
}

function Networks({ text, onType }: { text: string; onType: (text: string) => void }) {
  const words = useWords(keysWords)
  const id = useId()
  return (
    <div className={recordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor={id}>{words.networks}</label>
      </div>
      <textarea
        id={id}
        className={fieldStyles.textField}
        rows={2}
        value={text}
        aria-describedby={`${id}-hint`}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={`${textStyles.soft} ${layoutStyles.small}`}>
        {words.networksHint}
      </p>
    </div>
  )
}
